/** What a newcomer needs to know of a running devnet: as text, or as one line of JSON for programs. */
import { type Devnet, describePace } from '../devnet/index.js';

type Facts = Pick<Devnet, 'accounts' | 'chainId' | 'evmChainId' | 'urls'>;

const COIN = 10n ** 18n;

function coins(amount: bigint): string {
  const fraction = (amount % COIN).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / COIN}${fraction === '' ? '' : `.${fraction}`}`;
}

function accountLines({ accounts }: Facts): string[] {
  if (accounts.length === 0) return [];
  const lines = accounts.map(({ address, privateKey, balance }, i) => {
    const index = `(${i})`.padStart(5);
    return `${index} ${address}  ${privateKey}  ${coins(balance)}`;
  });
  return ['Accounts: address, private key, coins. Everybody knows these keys: use them nowhere else.', ...lines, ''];
}

export function bannerText(facts: Facts & Pick<Devnet, 'pace'>): string {
  const { chainId, evmChainId, pace, urls } = facts;
  const rows: [string, string | undefined][] = [
    ['Chain id', `${evmChainId} (EVM), ${chainId} (consensus)`],
    ['Mining', describePace(pace)],
    ['EVM JSON-RPC', urls.evmHttp],
    ['EVM WebSocket', urls.evmWs],
    ...urls.cometRpcAll.map((url, i): [string, string] => [i === 0 ? 'Consensus RPC' : '', url]),
    ['Asset API', urls.assets],
  ];
  const served = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(15)}${value}`]));
  return `${['', ...accountLines(facts), ...served, ''].join('\n')}\n`;
}

/**
 * Amounts are decimal text in the smallest unit; what is not served is null. The EVM's chain id is a number of all its
 * digits, which may be more than a number of JavaScript holds.
 */
export function bannerJson({ accounts, chainId, evmChainId, urls }: Facts): string {
  const { evmHttp, evmWs, cometRpc, cometRpcAll, assets } = urls;
  const others = {
    urls: {
      evmHttp: evmHttp ?? null,
      evmWs: evmWs ?? null,
      cometRpc: cometRpc ?? null,
      cometRpcAll,
      assets: assets ?? null,
    },
    accounts: accounts.map(({ address, privateKey, balance }) => ({ address, privateKey, balance: `${balance}` })),
  };
  return `{"chainId":${JSON.stringify(chainId)},"evmChainId":${evmChainId},${JSON.stringify(others).slice(1)}\n`;
}
