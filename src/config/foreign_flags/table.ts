/**
 * All flags of Anvil 1.7 and of Hardhat's node (2 and 3), with Hardhat's global ones, and what Halley does with each.
 * Help, parsing, refusals and docs/reference/configuration.md come from this table; an interoperability test compares
 * it with what both tools print for `--help`.
 */
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { FORK_URL } from '../../settings/fork_kinds.js';
import { AMOUNT, BOOLEAN, FILE, GAS, integer, type Kind, ORIGINS } from '../../settings/kinds.js';
import { DEFAULT_NAMESPACES } from '../../settings/namespaces.js';
import type { AliasFlag, Configured, ForeignFlag, OwnFlags, RefusedFlag, SameFlag, Tool } from './foreign_flag.js';

type Names = Pick<ForeignFlag, 'short' | 'synonyms'> & { readonly tools?: readonly Tool[] };

const ANVIL: readonly Tool[] = ['Anvil'];
const HARDHAT: readonly Tool[] = ['Hardhat'];
const BOTH: readonly Tool[] = ['Anvil', 'Hardhat'];

const same = (flag: string, more: Partial<SameFlag> = {}): SameFlag => ({
  type: 'same',
  flag,
  tools: ANVIL,
  ...more,
});

/** Makes a row whose `apply` receives values of `kind`. */
const alias = <T>(
  flag: string,
  of: Names & Pick<AliasFlag<T>, 'kind' | 'doc' | 'replaces' | 'repeats' | 'meaning' | 'apply'>,
): AliasFlag => ({ type: 'alias', flag, tools: ANVIL, ...of }) as AliasFlag;

const refused = (flag: string, instead: string, more: Names = {}): RefusedFlag => ({
  type: 'refused',
  flag,
  instead,
  tools: ANVIL,
  ...more,
});

const ALL_STATES = 'every block and state is retained; omit the flag, or use --home DIR to store them on disk';
const NONE: OwnFlags = {};
const ONE_THREAD = 'one thread runs the chain; omit the flag';
const NO_OTHER_NETWORK = 'the chain supports only the rules of Ethereum; omit the flag';
const ONE_LEVEL = 'the log has one level; omit the flag, or use --quiet or --silent for less';
const HARDHAT_PROJECT = 'the flag concerns a Hardhat project; use it with Hardhat';
/** Flags that every command has without a setting. */
export const BUILT_IN: readonly string[] = ['--help', '--version'];

/** Length of the longest string in JavaScript. */
const LONGEST_BODY = '536870888';

const ADDRESS_FLAG = '--json-rpc.address';
const DEFAULT_HOST = '127.0.0.1';

const PORT_KIND: Kind<number> = { ...integer(0, 65_535), expected: 'a port from 0 to 65535', placeholder: '<port>' };

const HOST_PATTERN = /^(?:[\w.-]+|\[?[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*\]?)$/;

const HOSTS_KIND: Kind<readonly string[]> = {
  expected: 'addresses such as 127.0.0.1 or ::1, or names, separated by commas',
  placeholder: '<hosts>',
  read(text) {
    const hosts = text.split(',').map((host) => host.trim());
    return hosts.every((host) => HOST_PATTERN.test(host)) ? hosts : undefined;
  },
  write: (hosts) => JSON.stringify(hosts.join(',')),
};

interface HostPort {
  readonly host: string;
  readonly port: string;
}

/** Returns the configured TCP addresses, or the default one. */
function configuredAddresses({ config }: Configured): readonly HostPort[] {
  const found = config.jsonRpc.address.split(',').flatMap((address) => {
    const match = /^(?:tcp:\/\/)?(.*):(\d+)$/.exec(address);
    return match === null ? [] : [{ host: match[1] as string, port: match[2] as string }];
  });
  return found.length === 0 ? [{ host: DEFAULT_HOST, port: `${EVM_RPC_PORT}` }] : found;
}

const inBrackets = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/**
 * Translates `--host`, which with `--port` defines where Anvil and Hardhat's node listen, over HTTP and WebSocket.
 * Several hosts share the port of the first configured address.
 */
function listenOnHosts(hosts: readonly string[], configured: Configured): OwnFlags {
  const [first] = configuredAddresses(configured) as [HostPort];
  return oneServer(
    hosts.map((host) => ({ host, port: first.port })),
    configured,
  );
}

/** Translates `--port`, and lets the other servers use free ports. */
function listenOnPort(port: number, configured: Configured): OwnFlags {
  const addresses = configuredAddresses(configured).map(({ host }) => ({ host, port: String(port) }));
  return { ...oneServer(addresses, configured), '--free-ports': 'true' };
}

/** Turns the second WebSocket port off: Anvil has none, and the port could be in use or open to the network. */
function oneServer(addresses: readonly HostPort[], { isConfigured }: Configured): OwnFlags {
  return {
    [ADDRESS_FLAG]: addresses.map(({ host, port }) => `${inBrackets(host)}:${port}`).join(','),
    ...(!isConfigured('--json-rpc.ws-address') && { '--json-rpc.ws-address': '' }),
  };
}

export const FOREIGN_FLAGS: readonly ForeignFlag[] = [
  same('--help', { short: '-h', tools: BOTH }),
  same('--version', { short: '-V', tools: BOTH }),

  same('--accounts', { short: '-a', note: 'the default is 20, as in Hardhat' }),
  same('--balance'),
  same('--mnemonic', { short: '-m' }),
  same('--mnemonic-random'),
  same('--derivation-path'),
  same('--block-time', { short: '-b', synonyms: ['--blockTime'] }),
  same('--mixed-mining'),
  same('--no-mining', { synonyms: ['--no-mine'] }),
  same('--order'),
  same('--max-transactions'),
  same('--chain-id', { tools: BOTH }),
  same('--number'),
  same('--timestamp'),
  same('--slots-in-an-epoch', { note: 'the default is 0: CometBFT’s blocks are final at once' }),
  same('--gas-limit'),
  same('--base-fee'),
  same('--disable-block-gas-limit', { note: 'without a limit the base fee falls with every block' }),
  same('--enable-tx-gas-limit', { synonyms: ['--tx-gas-limit'] }),
  same('--auto-impersonate', { synonyms: ['--auto-unlock'] }),
  same('--disable-default-create2-deployer', { synonyms: ['--no-create2'] }),
  same('--disable-console-log', { synonyms: ['--no-console-log'] }),
  same('--config-out'),
  same('--color'),
  same('--json'),
  same('--quiet', { short: '-q', note: 'accounts and addresses are still printed; --silent prints nothing' }),
  same('--silent'),

  alias('--host', {
    synonyms: ['--hostname'],
    tools: BOTH,
    kind: HOSTS_KIND,
    doc: 'Hosts of the EVM JSON-RPC over HTTP and WebSocket; several are separated by commas',
    replaces: '--json-rpc.address',
    repeats: true,
    meaning: 'the hosts of `--json-rpc.address`; there is then no second WebSocket port',
    apply: listenOnHosts,
  }),
  alias('--port', {
    short: '-p',
    tools: BOTH,
    kind: PORT_KIND,
    doc: 'Port of the EVM JSON-RPC; the other servers use a free port when theirs is in use',
    replaces: '--json-rpc.address',
    meaning: 'the port of `--json-rpc.address`, and `--free-ports`; there is then no second WebSocket port',
    apply: listenOnPort,
  }),
  alias('--allow-origin', {
    kind: ORIGINS,
    doc: 'Origin whose pages may read responses of the EVM JSON-RPC',
    replaces: '--json-rpc.cors-allowed-origins',
    meaning: '`--json-rpc.cors-allowed-origins`',
    apply: (origins) => ({ '--json-rpc.cors-allowed-origins': origins.join(',') }),
  }),
  alias('--no-cors', {
    kind: BOOLEAN,
    doc: 'Forbid all pages to read responses of the EVM JSON-RPC',
    replaces: '--json-rpc.cors-allowed-origins',
    meaning: '`--json-rpc.cors-allowed-origins` with an empty value',
    apply: (off) => (off ? { '--json-rpc.cors-allowed-origins': '' } : NONE),
  }),
  alias('--no-request-size-limit', {
    kind: BOOLEAN,
    doc: 'Allow requests up to the longest string in JavaScript',
    replaces: '--json-rpc.http-body-limit',
    meaning: `\`--json-rpc.http-body-limit ${LONGEST_BODY}\``,
    apply: (off) => (off ? { '--json-rpc.http-body-limit': LONGEST_BODY } : NONE),
  }),
  alias('--block-base-fee-per-gas', {
    kind: AMOUNT,
    doc: 'Initial base fee in wei',
    replaces: '--base-fee',
    meaning: '`--base-fee`, as in Anvil',
    apply: (fee) => ({ '--base-fee': `${fee}` }),
  }),
  alias('--gas-price', {
    kind: GAS,
    doc: 'Lowest result of eth_gasPrice, in wei',
    replaces: '--json-rpc.gas-price',
    meaning: '`--json-rpc.gas-price`',
    apply: (price) => ({ '--json-rpc.gas-price': `${price}` }),
  }),
  alias('--disable-min-priority-fee', {
    synonyms: ['--no-priority-fee'],
    kind: BOOLEAN,
    doc: 'Accept transactions without a tip',
    replaces: '--evm.min-tip',
    meaning: '`--evm.min-tip 0`',
    apply: (off) => (off ? { '--evm.min-tip': '0' } : NONE),
  }),
  alias('--steps-tracing', {
    synonyms: ['--tracing'],
    kind: BOOLEAN,
    doc: 'Also enable the namespace debug',
    meaning: '`--json-rpc.api` with `debug` added',
    apply: (on, { config: { jsonRpc } }) => {
      const { api = DEFAULT_NAMESPACES } = jsonRpc;
      return on && !api.some((name) => name === 'debug' || name === 'all')
        ? { '--json-rpc.api': [...api, 'debug'].join(',') }
        : NONE;
    },
  }),

  same('--fork-url', { short: '-f', synonyms: ['--rpc-url'] }),
  alias('--fork', {
    tools: HARDHAT,
    kind: FORK_URL,
    doc: 'JSON-RPC of the chain to fork',
    replaces: '--fork-url',
    meaning: '`--fork-url`',
    apply: (url) => ({ '--fork-url': url }),
  }),
  same('--fork-block-number', { tools: BOTH }),
  same('--fork-chain-id'),
  same('--fork-header'),
  same('--fork-retry-backoff'),
  same('--fork-transaction-hash'),
  same('--compute-units-per-second'),
  same('--no-rate-limit', { synonyms: ['--no-rpc-rate-limit'] }),
  same('--no-storage-caching'),
  same('--retries'),
  same('--timeout'),
  same('--cache-path', { note: 'it also keeps what a fork fetched; states are in memory, or in --home' }),

  same('--state'),
  same('--state-interval', { short: '-s', note: 'an unchanged state is not written again' }),
  same('--dump-state'),
  same('--load-state'),
  same('--preserve-historical-states', { note: 'at most the newest 500 blocks' }),
  refused('--max-persisted-states', ALL_STATES),
  refused('--prune-history', ALL_STATES),
  refused('--transaction-block-keeper', ALL_STATES),
  alias('--init', {
    tools: BOTH,
    kind: FILE,
    doc: 'Genesis document of geth from which a new chain starts',
    replaces: '--genesis',
    meaning: '`--genesis`, which reads documents of geth as Anvil does; Hardhat’s flag makes a project',
    apply: (path) => ({ '--genesis': path }),
  }),

  same('--hardfork'),
  same('--code-size-limit'),
  same('--disable-code-size-limit'),
  refused('--mnemonic-seed-unsafe', 'use --mnemonic with your own words, or --mnemonic-random'),
  refused(
    '--disable-pool-balance-checks',
    'the mempool always checks balances; fund accounts with --balance or hardhat_setBalance',
  ),
  refused('--memory-limit', 'gas and --json-rpc.evm-timeout limit a call; omit the flag'),
  refused('--ipc', 'use HTTP or WebSocket on the port, or HTTP on --json-rpc.address unix:///PATH', {
    synonyms: ['--ipcpath'],
  }),
  refused('--threads', ONE_THREAD, { short: '-j', synonyms: ['--jobs'] }),
  refused(
    '--print-traces',
    'use debug_traceTransaction or debug_traceCall with the tracer "callTracer", and --json-rpc.api eth,net,web3,debug',
    { synonyms: ['--enable-trace-printing'] },
  ),
  refused('--md', 'the log is text or, with --json, JSON; omit the flag'),
  refused('--verbosity', ONE_LEVEL, { short: '-v', tools: BOTH }),
  refused('--network', NO_OTHER_NETWORK, { short: '-n', tools: BOTH }),
  refused('--optimism', NO_OTHER_NETWORK),
  refused('--celo', NO_OTHER_NETWORK),
  refused('--chain-type', NO_OTHER_NETWORK, { tools: HARDHAT }),

  refused('--config', 'use --home DIR, whose folder config contains app.toml and config.toml', { tools: HARDHAT }),
  refused('--verbose', ONE_LEVEL, { tools: HARDHAT }),
  refused('--max-memory', 'use NODE_OPTIONS=--max-old-space-size=MEGABYTES', { tools: HARDHAT }),
  refused('--show-stack-traces', 'errors of Halley itself always have their stack; omit the flag', { tools: HARDHAT }),
  refused('--emoji', 'the log has no emoji; omit the flag', { tools: HARDHAT }),
  refused('--build-profile', HARDHAT_PROJECT, { tools: HARDHAT }),
  same('--coverage', { tools: HARDHAT, note: 'takes the file to write' }),
  refused('--flamegraph', HARDHAT_PROJECT, { tools: HARDHAT }),
  refused('--gas-stats', 'use --gas-report', { tools: HARDHAT }),
  refused('--gas-stats-json', 'use --gas-report FILE.hardhat.json', { tools: HARDHAT }),
  refused('--tsconfig', HARDHAT_PROJECT, { tools: HARDHAT }),
  refused('--typecheck', HARDHAT_PROJECT, { tools: HARDHAT }),
];

const BY_NAME: ReadonlyMap<string, ForeignFlag> = new Map(
  FOREIGN_FLAGS.flatMap((row) => [row.flag, ...(row.synonyms ?? [])].map((name) => [name, row])),
);

/** Returns the row of a long name, whether its first one or a synonym. */
export const foreignFlag = (name: string): ForeignFlag | undefined => BY_NAME.get(name);
