/** What a newcomer needs to know of a running devnet: as text, or as one line of JSON for programs. */
import { type Devnet, type DevnetChain, type DevnetChains, describeMiningMode, type Urls } from '../devnet/index.js';
import { coins } from '../kernel/coins.js';
import { accountLines, cosmosAccountLines } from './account_lines.js';
import { table } from './table.js';

type Facts = Pick<Devnet, 'accounts' | 'cosmosAccounts' | 'chains' | 'chainId' | 'evmChainId' | 'urls'>;

/** The banner shows so many accounts at the Cosmos path. */
const COSMOS_SHOWN = 3;

const shownCoins = <A extends { readonly balance: bigint }>(account: A) => ({
  ...account,
  coins: coins(account.balance),
});

/** Returns the devnet's own chain, with what Cosmos clients must know of it. */
const ownChain = ({ chains, chainId }: Pick<Facts, 'chains' | 'chainId'>): DevnetChain => chains.get(chainId);

/** The chains of a devnet of several, and the channels between them, each once. */
function networkLines({ chains }: Facts): string[] {
  if (chains.ids.length < 2) return [];
  const named = [...chains].map(({ chainId, evmChainId, denom, bech32Prefix, gasPrice, urls }) => {
    const where = [urls.evmHttp, urls.cometRpc].filter((url) => url !== undefined).join('  ');
    return [chainId, `${evmChainId}`, denom, `${bech32Prefix}1…`, gasPrice, where];
  });
  const channels = channelsBetween(chains).map(({ a, b, state }) => [a, '↔', b, state]);
  return [
    'Chains: consensus id, EVM id, coin, addresses, gas price, EVM JSON-RPC, consensus RPC',
    ...table(named),
    '',
    'Channels',
    ...table(channels),
    '',
  ];
}

interface ChannelBetween {
  /** `hub-1 transfer/channel-10`. */
  readonly a: string;
  readonly b: string;
  /** As the first end has it, and the second one where it differs. */
  readonly state: string;
}

function channelsBetween(chains: DevnetChains): readonly ChannelBetween[] {
  const told = new Set<string>();
  return [...chains].flatMap(({ chainId, channels }) =>
    channels.flatMap(({ port, channel, state, counterparty }) => {
      const a = `${chainId} ${port}/${channel}`;
      const b = `${counterparty.chain} ${counterparty.port}/${counterparty.channel}`;
      if (told.has(a)) return [];
      told.add(b);
      const there = chains.ids.includes(counterparty.chain) ? chains.get(counterparty.chain).channels : [];
      const other = there.find((end) => end.port === counterparty.port && end.channel === counterparty.channel);
      return [{ a, b, state: other === undefined || other.state === state ? state : `${state}, ${other.state}` }];
    }),
  );
}

const LOOPBACK = /^http:\/\/(?:127\.|localhost\b|\[::1\])/;

/** Says how to turn traces on. Undefined where they are on, or where others than this machine reach the server. */
function traceHint(evmHttp: string | undefined, namespaces: readonly string[]): string | undefined {
  if (evmHttp === undefined || !LOOPBACK.test(evmHttp)) return undefined;
  if (namespaces.includes('debug') || namespaces.includes('all')) return undefined;
  return `debug_trace… is off: start with --json-rpc.api=${[...namespaces, 'debug'].join(',')} (or all)`;
}

/**
 * Writes what a start prints for people. `namespaces` are the enabled ones of the EVM JSON-RPC. `mnemonic` is given for a
 * new one, whose words stand nowhere else.
 */
export function bannerText(
  facts: Facts & Pick<Devnet, 'miningMode'>,
  namespaces: readonly string[] = ['all'],
  mnemonic?: string,
): string {
  const { accounts, cosmosAccounts, chainId, evmChainId, miningMode, urls } = facts;
  const { denom, bech32Prefix, gasPrice } = ownChain(facts);
  const rows: [string, string | undefined][] = [
    ['Mnemonic', mnemonic],
    ['Chain id', `${evmChainId} (EVM), ${chainId} (consensus)`],
    ['Coin', `${denom}, in addresses ${bech32Prefix}1…`],
    ['Gas price', `${gasPrice} (for Cosmos transactions)`],
    ['Mining', describeMiningMode(miningMode)],
    ...urls.evmHttpAll.map((url, i): [string, string] => [i === 0 ? 'EVM JSON-RPC' : '', url]),
    ['EVM WebSocket', urls.evmWs],
    ...urls.cometRpcAll.map((url, i): [string, string] => [i === 0 ? 'Consensus RPC' : '', url]),
    ['Asset API', urls.assets],
    ['Traces', traceHint(urls.evmHttp, namespaces)],
  ];
  const served = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(15)}${value}`]));
  const lines = [
    '',
    ...accountLines(accounts.map(shownCoins)),
    ...cosmosAccountLines(cosmosAccounts.map(shownCoins), COSMOS_SHOWN),
    ...served,
    '',
    ...networkLines(facts),
  ];
  return `${lines.join('\n')}\n`;
}

const shown = ({ evmHttp, evmHttpAll, evmWs, cometRpc, cometRpcAll, assets }: Urls) => ({
  evmHttp: evmHttp ?? null,
  evmHttpAll,
  evmWs: evmWs ?? null,
  cometRpc: cometRpc ?? null,
  cometRpcAll,
  assets: assets ?? null,
});

/** The EVM's id as text, as it may be more than a number holds. */
const chainJson = ({ chainId, evmChainId, denom, bech32Prefix, gasPrice, urls, channels }: DevnetChain) => ({
  chainId,
  evmChainId: `${evmChainId}`,
  denom,
  bech32Prefix,
  gasPrice,
  urls: shown(urls),
  channels,
});

/**
 * Amounts are decimal text in the smallest unit; what is not served is null. The EVM's chain id is a number of all its
 * digits, which may be more than a number of JavaScript holds.
 */
export function bannerJson(facts: Facts, mnemonic?: string): string {
  const { accounts, cosmosAccounts, chains, chainId, evmChainId, urls } = facts;
  const { denom, bech32Prefix, gasPrice } = ownChain(facts);
  const others = {
    ...(mnemonic !== undefined && { mnemonic }),
    denom,
    bech32Prefix,
    gasPrice,
    urls: shown(urls),
    accounts: accounts.map((account) => ({ ...account, balance: `${account.balance}` })),
    cosmosAccounts: cosmosAccounts.map((account) => ({ ...account, balance: `${account.balance}` })),
    ...(chains.ids.length > 1 && { chains: [...chains].map(chainJson) }),
  };
  return `{"chainId":${JSON.stringify(chainId)},"evmChainId":${evmChainId},${JSON.stringify(others).slice(1)}\n`;
}
