/** What a newcomer needs to know of a running devnet: as text, or as one line of JSON for programs. */
import { type Devnet, type DevnetChain, type DevnetChains, describePace, type Urls } from '../devnet/index.js';
import { coins } from '../kernel/coins.js';

type Facts = Pick<Devnet, 'accounts' | 'chains' | 'chainId' | 'evmChainId' | 'urls'>;

function accountLines({ accounts }: Facts): string[] {
  if (accounts.length === 0) return [];
  const lines = accounts.map(({ address, privateKey, balance }, i) => {
    const index = `(${i})`.padStart(5);
    return `${index} ${address}  ${privateKey}  ${coins(balance)}`;
  });
  return ['Accounts: address, private key, coins. Everybody knows these keys: use them nowhere else.', ...lines, ''];
}

/** The chains of a devnet of several, and the channels between them, each once. */
function networkLines({ chains }: Facts): string[] {
  if (chains.ids.length < 2) return [];
  const named = [...chains].map(({ chainId, evmChainId, urls }) => {
    const where = [urls.evmHttp, urls.cometRpc].filter((url) => url !== undefined).join('  ');
    return [chainId, `${evmChainId}`, where];
  });
  const channels = channelsBetween(chains).map(({ a, b, state }) => [a, '↔', b, state]);
  return ['Chains: consensus id, EVM id, where they listen', ...table(named), '', 'Channels', ...table(channels), ''];
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

/** Columns as wide as what stands in them. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const LOOPBACK = /^http:\/\/(?:127\.|localhost\b|\[::1\])/;

/** How traces are had, where a developer alone can ask for them and they are off. Undefined where there is nothing to say. */
function traceHint(evmHttp: string | undefined, namespaces: readonly string[]): string | undefined {
  if (evmHttp === undefined || !LOOPBACK.test(evmHttp)) return undefined;
  if (namespaces.includes('debug') || namespaces.includes('all')) return undefined;
  return `debug_trace… is off: start with --json-rpc.api=${[...namespaces, 'debug'].join(',')} (or all)`;
}

/**
 * `namespaces` are those of the EVM JSON-RPC that are enabled. `mnemonic` is shown: the words of a new one, which stand
 * nowhere else.
 */
export function bannerText(
  facts: Facts & Pick<Devnet, 'pace'>,
  namespaces: readonly string[] = ['all'],
  mnemonic?: string,
): string {
  const { chainId, evmChainId, pace, urls } = facts;
  const rows: [string, string | undefined][] = [
    ['Mnemonic', mnemonic],
    ['Chain id', `${evmChainId} (EVM), ${chainId} (consensus)`],
    ['Mining', describePace(pace)],
    ...urls.evmHttpAll.map((url, i): [string, string] => [i === 0 ? 'EVM JSON-RPC' : '', url]),
    ['EVM WebSocket', urls.evmWs],
    ...urls.cometRpcAll.map((url, i): [string, string] => [i === 0 ? 'Consensus RPC' : '', url]),
    ['Asset API', urls.assets],
    ['Traces', traceHint(urls.evmHttp, namespaces)],
  ];
  const served = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(15)}${value}`]));
  return `${['', ...accountLines(facts), ...served, '', ...networkLines(facts)].join('\n')}\n`;
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
const chainJson = ({ chainId, evmChainId, urls, channels }: DevnetChain) => ({
  chainId,
  evmChainId: `${evmChainId}`,
  urls: shown(urls),
  channels,
});

/**
 * Amounts are decimal text in the smallest unit; what is not served is null. The EVM's chain id is a number of all its
 * digits, which may be more than a number of JavaScript holds.
 */
export function bannerJson({ accounts, chains, chainId, evmChainId, urls }: Facts, mnemonic?: string): string {
  const others = {
    ...(mnemonic !== undefined && { mnemonic }),
    urls: shown(urls),
    accounts: accounts.map(({ address, privateKey, balance }) => ({ address, privateKey, balance: `${balance}` })),
    ...(chains.ids.length > 1 && { chains: [...chains].map(chainJson) }),
  };
  return `{"chainId":${JSON.stringify(chainId)},"evmChainId":${evmChainId},${JSON.stringify(others).slice(1)}\n`;
}
