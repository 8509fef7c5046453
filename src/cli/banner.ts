/** Prints the facts of a running devnet: as text for people, or as one line of JSON for programs. */
import { type Devnet, type DevnetChain, type DevnetChains, describeMiningMode, type Urls } from '../devnet/index.js';
import { coins } from '../kernel/coins.js';
import { SURFACE_SECTIONS } from '../surfaces/settings.generated.js';
import { accountLines, cosmosAccountLines } from './account_lines.js';
import { table } from './table.js';

type Facts = Pick<Devnet, 'accounts' | 'cosmosAccounts' | 'chains' | 'chainId' | 'evmChainId' | 'fork' | 'urls'>;

/** Limits the accounts at the Cosmos path in the banner. */
const COSMOS_SHOWN = 3;

/** Lists the sections of the surfaces by name. */
const SURFACES = Object.entries(SURFACE_SECTIONS) as [keyof typeof SURFACE_SECTIONS, { readonly title: string }][];

const shownCoins = <A extends { readonly balance: bigint }>(account: A) => ({
  ...account,
  coins: coins(account.balance),
});

/** Returns the devnet's own chain. */
const ownChain = ({ chains, chainId }: Pick<Facts, 'chains' | 'chainId'>): DevnetChain => chains.get(chainId);

/** Lists the chains of a devnet that has several, and the channels between them, each once. */
function networkLines({ chains }: Facts): string[] {
  if (chains.ids.length < 2) return [];
  const named = [...chains].map(({ chainId, evmChainId, denom, bech32Prefix, gasPrice, urls }) => {
    const where = [urls.evmHttp, urls.cometRpc].filter((url) => url !== undefined).join('  ');
    return [chainId, `${evmChainId}`, denom, `${bech32Prefix}1…`, gasPrice, where];
  });
  const channels = channelsBetween(chains).map(({ a, b, state }) => [a, '↔', b, state]);
  return [
    'Chains: consensus id, EVM id, coin, addresses, gas price, EVM JSON-RPC, CometBFT RPC',
    ...table(named),
    '',
    'Channels',
    ...table(channels),
    '',
  ];
}

interface ChannelBetween {
  /** Is for example `hub-1 transfer/channel-10`. */
  readonly a: string;
  readonly b: string;
  /** Is the state of the first end, and that of the second where it differs. */
  readonly state: string;
}

function channelsBetween(chains: DevnetChains): readonly ChannelBetween[] {
  const listed = new Set<string>();
  return [...chains].flatMap(({ chainId, channels }) =>
    channels.flatMap(({ port, channel, state, counterparty }) => {
      const a = `${chainId} ${port}/${channel}`;
      const b = `${counterparty.chain} ${counterparty.port}/${counterparty.channel}`;
      if (listed.has(a)) return [];
      listed.add(b);
      const there = chains.ids.includes(counterparty.chain) ? chains.get(counterparty.chain).channels : [];
      const other = there.find((end) => end.port === counterparty.port && end.channel === counterparty.channel);
      return [{ a, b, state: other === undefined || other.state === state ? state : `${state}, ${other.state}` }];
    }),
  );
}

const LOOPBACK = /^http:\/\/(?:127\.|localhost\b|\[::1\])/;

/**
 * Explains how to enable traces. Returns undefined where they are enabled, or where the server accepts remote clients.
 */
function traceHint(evmHttp: string | undefined, namespaces: readonly string[] | undefined): string | undefined {
  if (evmHttp === undefined || !LOOPBACK.test(evmHttp)) return undefined;
  if (namespaces === undefined)
    return 'debug_trace… is on for Foundry and Hardhat; for other programs start with --json-rpc.api=eth,net,web3,debug (or all)';
  if (namespaces.includes('debug') || namespaces.includes('all')) return undefined;
  return `debug_trace… is off: start with --json-rpc.api=${[...namespaces, 'debug'].join(',')} (or all)`;
}

/**
 * Returns the text that a start prints. `namespaces` are the enabled ones of the EVM JSON-RPC; undefined means the default.
 * `mnemonic` is given only for a new one, whose words are printed nowhere else.
 */
export function bannerText(
  facts: Facts & Pick<Devnet, 'miningMode'>,
  namespaces?: readonly string[],
  mnemonic?: string,
): string {
  const { accounts, cosmosAccounts, chainId, evmChainId, fork, miningMode, urls } = facts;
  const { denom, bech32Prefix, gasPrice } = ownChain(facts);
  const rows: [string, string | undefined][] = [
    ['Mnemonic', mnemonic],
    ['Chain id', `${evmChainId} (EVM), ${chainId} (consensus)`],
    ['Fork', fork && `${fork.url}, block ${fork.blockNumber} (${fork.blockHash})`],
    ['Coin', `${denom}, in addresses ${bech32Prefix}1…`],
    ['Gas price', `${gasPrice} (for Cosmos transactions)`],
    ['Mining', describeMiningMode(miningMode)],
    ...urls.evmHttpAll.map((url, i): [string, string] => [i === 0 ? 'EVM JSON-RPC' : '', url]),
    ['EVM WebSocket', urls.evmWs],
    ...urls.cometRpcAll.map((url, i): [string, string] => [i === 0 ? 'CometBFT RPC' : '', url]),
    ...SURFACES.map(([name, { title }]): [string, string | undefined] => [title, urls[name]]),
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

const shown = ({ evmHttp, evmHttpAll, evmWs, cometRpc, cometRpcAll, ...surfaces }: Urls) => ({
  evmHttp: evmHttp ?? null,
  evmHttpAll,
  evmWs: evmWs ?? null,
  cometRpc: cometRpc ?? null,
  cometRpcAll,
  ...Object.fromEntries(SURFACES.map(([name]) => [name, surfaces[name] ?? null])),
});

/** Encodes one chain. The EVM chain id is text, because it may exceed the range of a number. */
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
 * Returns one line of JSON. Amounts are decimal text in the smallest unit; a URL that is not served is null. The EVM
 * chain id is a number with all its digits, which may exceed the range of a JavaScript number.
 */
export function bannerJson(facts: Facts, mnemonic?: string): string {
  const { accounts, cosmosAccounts, chains, chainId, evmChainId, fork, urls } = facts;
  const { denom, bech32Prefix, gasPrice } = ownChain(facts);
  const others = {
    ...(mnemonic !== undefined && { mnemonic }),
    ...(fork && { fork: { ...fork, blockNumber: `${fork.blockNumber}`, chainId: `${fork.chainId}` } }),
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
