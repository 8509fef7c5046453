/** Prints the facts of a running devnet: as text for people, or as one line of JSON for programs. */
import { DEVELOPMENT_MNEMONIC } from '../config/development_accounts.js';
import {
  type Devnet,
  type DevnetChain,
  type DevnetChains,
  describeMiningMode,
  type Paint,
  PLAIN,
  type Urls,
} from '../devnet/index.js';
import { coins } from '../kernel/coins.js';
import { SURFACE_SECTIONS } from '../surfaces/settings.generated.js';
import { accountLines, areWellKnown, restLine } from './account_lines.js';
import { table } from './table.js';

type Facts = Pick<
  Devnet,
  'accounts' | 'cosmosAccounts' | 'chains' | 'chainId' | 'evmChainId' | 'fork' | 'miningMode' | 'urls'
>;

/** Highest number of accounts in the banner. */
const ACCOUNTS_SHOWN = 10;

/** Sections of the surfaces by name. */
const SURFACES = Object.entries(SURFACE_SECTIONS) as [keyof typeof SURFACE_SECTIONS, { readonly title: string }][];

const shownCoins = <A extends { readonly balance: bigint }>(account: A) => ({
  ...account,
  coins: coins(account.balance),
});

/** Returns the devnet's own chain. */
const ownChain = ({ chains, chainId }: Facts): DevnetChain => chains.get(chainId);

/** Formats the chains of a devnet that has several, and the channels between them, each once. */
function networkLines({ chains }: Facts): string[] {
  if (chains.ids.length < 2) return [];
  const named = [...chains].map(({ chainId, evmChainId, denom, bech32Prefix, gasPrice, urls }) => {
    const where = [urls.evmHttp, urls.cometRpc, urls.api, urls.grpc].filter((url) => url !== undefined).join('  ');
    return [chainId, `${evmChainId}`, denom, `${bech32Prefix}1…`, gasPrice, where];
  });
  const channels = channelsBetween(chains).map(({ a, b, state }) => [a, '↔', b, state]);
  return [
    'Chains: consensus id, EVM id, coin, addresses, gas price, EVM JSON-RPC, CometBFT RPC, REST, gRPC',
    ...table(named),
    '',
    'Channels',
    ...table(channels),
    '',
  ];
}

interface ChannelBetween {
  /** For example `hub-1 transfer/channel-10`. */
  readonly a: string;
  readonly b: string;
  /** State of the first end, and that of the second where it differs. */
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

/** Parts of the banner that the devnet does not know. */
interface BannerChoices {
  /** Enabled namespaces of the EVM JSON-RPC; undefined means the default. */
  readonly namespaces?: readonly string[] | undefined;
  /** A new mnemonic, whose words are printed nowhere else. */
  readonly newMnemonic?: string | undefined;
  /** Folder of artifacts, if there is one. */
  readonly artifacts?: string | undefined;
  /** The default is plain text. */
  readonly paint?: Paint;
}

/** Returns the text that a start prints: servers and mnemonic, then the chain, then accounts. */
export function bannerText(
  facts: Facts,
  { namespaces, newMnemonic, artifacts, paint = PLAIN }: BannerChoices = {},
): string {
  const { accounts, cosmosAccounts, chainId, evmChainId, fork, miningMode, urls } = facts;
  const { denom, bech32Prefix, gasPrice } = ownChain(facts);
  const mnemonic = newMnemonic ?? (areWellKnown(accounts) ? DEVELOPMENT_MNEMONIC : undefined);
  const rows: [string, string | undefined][] = [
    ...urls.evmHttpAll.map((url, i): [string, string] => [i === 0 ? 'EVM JSON-RPC' : '', url]),
    ['EVM WebSocket', urls.evmWs],
    ...urls.cometRpcAll.map((url, i): [string, string] => [i === 0 ? 'CometBFT RPC' : '', url]),
    ...SURFACES.map(([name, { title }]): [string, string | undefined] => [title, urls[name]]),
    ['Mnemonic', mnemonic],
    ['Chain id', `${evmChainId} (EVM), ${chainId} (consensus)`],
    ['Fork', fork && `${fork.url}, block ${fork.blockNumber} (${fork.blockHash})`],
    ['Coin', `${denom}, in addresses ${bech32Prefix}1…`],
    ['Gas price', `${gasPrice} (for Cosmos transactions)`],
    ['Mining', describeMiningMode(miningMode)],
    ['Traces', traceHint(urls.evmHttp, namespaces)],
    ['Artifacts', artifacts],
  ];
  const served = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${paint.name(name.padEnd(14))} ${value}`],
  );
  const lines = [
    '',
    ...served,
    '',
    ...networkLines(facts),
    ...accountLines(accounts.map(shownCoins), ACCOUNTS_SHOWN),
    ...restLine(accounts.length - ACCOUNTS_SHOWN, cosmosAccounts.length),
    '',
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
    mnemonic,
    fork: fork && { ...fork, blockNumber: `${fork.blockNumber}`, chainId: `${fork.chainId}` },
    denom,
    bech32Prefix,
    gasPrice,
    urls: shown(urls),
    accounts: accounts.map((account) => ({ ...account, balance: `${account.balance}` })),
    cosmosAccounts: cosmosAccounts.map((account) => ({ ...account, balance: `${account.balance}` })),
    chains: chains.ids.length > 1 ? [...chains].map(chainJson) : undefined,
  };
  return `{"chainId":${JSON.stringify(chainId)},"evmChainId":${evmChainId},${JSON.stringify(others).slice(1)}\n`;
}
