/**
 * Every setting, once: its key in the file, kind, default and meaning. Flags, environment variables, files, checks and
 * the files that `halley init` writes come from this table. Keys and defaults are those of real nodes where they have
 * them (evm-json-rpc.md 2.2, consensus-rpc.md 11). Left out: keys of a real node that would do
 * nothing here; they are errors, so that nobody waits for their effect.
 */
import { MAX_VALIDATORS } from './bounds.js';
import {
  AMOUNT,
  API,
  atLeast,
  BOOLEAN,
  CHAIN_ID_KIND,
  COINS,
  DURATION_MS,
  FILE,
  GAS,
  integer,
  LISTEN_ADDRESS,
  notNegative,
  oneOf,
  optional,
  PATH_PREFIX,
  PEM_OR_NONE,
  SECONDS_MS,
  TEXT,
  WORDS,
} from './kinds.js';
import { DEFAULT_NAMESPACES } from './namespaces.js';
import { RPC } from './rpc_section.js';
import { type Setting, section, setting } from './setting.js';

const MAX_ACCOUNTS = 10_000;

export const SCHEMA = {
  run: section({
    file: undefined,
    table: '',
    prefixed: false,
    title: 'What to run',
    settings: {
      genesis: setting('genesis', optional(FILE, 'genesis.json'), undefined, 'Genesis document to start from'),
      home: setting('home', optional(FILE, '.halley'), undefined, 'Folder that keeps the chain and its configuration'),
      silent: setting('silent', BOOLEAN, false, 'Print nothing'),
      quiet: setting('quiet', BOOLEAN, false, 'Print accounts and addresses, and no log'),
      json: setting(
        'json',
        BOOLEAN,
        false,
        'Print JSON: a line of accounts and addresses, then one for each entry of the log',
      ),
    },
  }),
  genesis: section({
    file: undefined,
    table: '',
    prefixed: false,
    title: 'A new chain (not together with a genesis document)',
    settings: {
      chainId: setting('chain-id', optional(CHAIN_ID_KIND, 'halley_31337-1'), undefined, 'Chain id; halley_31337-1'),
      balance: setting('balance', optional(COINS, 10n ** 22n), undefined, 'Coins of each account; 10000'),
      gasLimit: setting('gas-limit', optional(AMOUNT, 30_000_000n), undefined, 'Gas of a block; 30000000'),
      baseFee: setting('base-fee', optional(AMOUNT, 1_000_000_000n), undefined, 'First base fee, wei; 1000000000'),
    },
  }),
  devnet: section({
    file: 'app.toml',
    table: 'devnet',
    prefixed: false,
    title: 'The simulated network',
    settings: {
      blockTime: setting(
        'block-time',
        optional(SECONDS_MS, 2000),
        undefined,
        'A block every so many seconds; without it a block for each transaction',
      ),
      mixedMining: setting('mixed-mining', BOOLEAN, false, 'With --block-time: a block for each transaction too'),
      automineBatch: setting(
        'automine-batch',
        BOOLEAN,
        false,
        'In automine, transactions that arrive together share a block',
      ),
      order: setting(
        'order',
        oneOf('fees', 'fifo'),
        'fees',
        'Which transactions go into a block first: fees (who pays more) or fifo (who came earlier)',
      ),
      noMining: setting('no-mining', BOOLEAN, false, 'Blocks only when told'),
      pace: setting(
        'pace',
        optional(TEXT, 'automine'),
        undefined,
        'When blocks are made: automine, interval:500ms, mixed:500ms, manual, realtime, realtime:2 (twice as fast) or step; automine',
      ),
      validators: setting('validators', optional(integer(1, MAX_VALIDATORS), 4), undefined, 'Validators to appoint; 4'),
      seed: setting(
        'seed',
        optional(TEXT, '0'),
        undefined,
        'Names a whole run: the validators’ keys, the network’s randomness and, by a virtual clock, its block times',
      ),
      clock: setting(
        'clock',
        optional(oneOf('wall', 'virtual'), 'wall'),
        undefined,
        'Where block times come from: wall, or virtual with a seed',
      ),
      identity: setting(
        'identity',
        oneOf('auto', 'anvil', 'hardhat'),
        'auto',
        'Whose node tools take this one for (auto: Hardhat’s for Hardhat, else Anvil’s): units of intervals, answers to failed transactions',
      ),
      accounts: setting('accounts', integer(0, MAX_ACCOUNTS), 20, 'Accounts that the node can sign for'),
      mnemonic: setting(
        'mnemonic',
        TEXT,
        'test test test test test test test test test test test junk',
        'Words from which their keys are derived',
      ),
    },
  }),
  jsonRpc: section({
    file: 'app.toml',
    table: 'json-rpc',
    prefixed: true,
    title: 'EVM JSON-RPC',
    settings: {
      enable: setting('enable', BOOLEAN, true, 'Whether HTTP and WebSocket are served'),
      address: setting('address', LISTEN_ADDRESS, '127.0.0.1:8545', 'HTTP address; WebSocket upgrades too'),
      wsAddress: setting('ws-address', LISTEN_ADDRESS, '0.0.0.0:8546', 'WebSocket address; empty for none of its own'),
      wsOrigins: setting(
        'ws-origins',
        WORDS,
        ['127.0.0.1', 'localhost'],
        'Host names whose pages may open a WebSocket; * for all',
      ),
      api: setting('api', API, DEFAULT_NAMESPACES, 'Namespaces that are served; all for all that there are'),
      gasCap: setting('gas-cap', GAS, 25_000_000n, 'Gas of a call, an estimate or a traced call; 0 is no limit'),
      evmTimeoutMs: setting(
        'evm-timeout',
        notNegative(DURATION_MS, 'JSON-RPC EVM timeout duration cannot be negative'),
        5000,
        'Time that a call or an estimate may run; 0 is no limit',
      ),
      txFeeCap: setting(
        'txfee-cap',
        notNegative(COINS, 'JSON-RPC tx fee cap cannot be negative'),
        10n ** 18n,
        'Coins of fee that eth_resend and methods that sign may offer; 0 is no limit',
      ),
      enableIndexer: setting(
        'enable-indexer',
        BOOLEAN,
        true,
        'Nothing: transactions are found by their Ethereum hashes with it and without it',
      ),
      allowUnprotectedTxs: setting(
        'allow-unprotected-txs',
        BOOLEAN,
        true,
        'Whether transactions without a chain id (before EIP-155) are taken, as deployments by a keyless account need it',
      ),
      allowInsecureUnlock: setting(
        'allow-insecure-unlock',
        BOOLEAN,
        true,
        'Whether the node acts with its keys for who asks by RPC',
      ),
      enableProfiling: setting('enable-profiling', BOOLEAN, true, 'Whether methods of debug profile the process'),
      filterCap: setting(
        'filter-cap',
        atLeast(0, 'JSON-RPC filter-cap cannot be negative'),
        200,
        'Polling filters at once',
      ),
      filterTimeoutMs: setting(
        'filter-timeout',
        notNegative(DURATION_MS, 'JSON-RPC filter-timeout cannot be negative'),
        300_000,
        'Without a poll for so long, a filter is dropped',
      ),
      filterCleanupIntervalMs: setting(
        'filter-cleanup-interval',
        notNegative(DURATION_MS, 'JSON-RPC filter-cleanup-interval cannot be negative'),
        30_000,
        'How often it is looked for such filters; 0 is always',
      ),
      subscriptionCap: setting('subscription-cap', integer(0), 100, 'Subscriptions of one connection'),
      feehistoryCap: setting(
        'feehistory-cap',
        atLeast(1, 'JSON-RPC feehistory-cap cannot be negative or 0'),
        100,
        'Blocks in one eth_feeHistory',
      ),
      logsCap: setting('logs-cap', atLeast(0, 'JSON-RPC logs cap cannot be negative'), 10_000, 'Logs in one answer'),
      blockRangeCap: setting(
        'block-range-cap',
        atLeast(0, 'JSON-RPC block range cap cannot be negative'),
        10_000,
        'Difference of toBlock and fromBlock of a log query',
      ),
      httpTimeoutMs: setting(
        'http-timeout',
        notNegative(DURATION_MS, 'JSON-RPC HTTP timeout duration cannot be negative'),
        30_000,
        'Time in which a request must arrive, be answered, and its answer be read; 0 is no limit',
      ),
      httpIdleTimeoutMs: setting(
        'http-idle-timeout',
        notNegative(DURATION_MS, 'JSON-RPC HTTP idle timeout duration cannot be negative'),
        120_000,
        'Idle time that ends a connection; 0 is no limit',
      ),
      httpBodyLimit: setting(
        'http-body-limit',
        atLeast(1, 'JSON-RPC HTTP body limit must be greater than 0'),
        5_242_880,
        'Bytes of a request’s body',
      ),
      batchRequestLimit: setting(
        'batch-request-limit',
        atLeast(0, 'JSON-RPC batch request limit cannot be negative'),
        1000,
        'Requests in a batch; 0 is no limit',
      ),
      batchResponseMaxSize: setting(
        'batch-response-max-size',
        atLeast(0, 'JSON-RPC batch response max size cannot be negative'),
        25_000_000,
        'Bytes of the answers to a batch; 0 is no limit',
      ),
      maxOpenConnections: setting(
        'max-open-connections',
        integer(0),
        2000,
        'Connections of a listener, further ones wait; 0 is no limit',
      ),
    },
  }),
  evm: section({
    file: 'app.toml',
    table: 'evm',
    prefixed: true,
    title: 'Ethereum transactions',
    settings: {
      minTip: setting('min-tip', GAS, 0n, 'Tip of a unit of gas, wei, that a transaction must offer to be taken'),
    },
  }),
  evmMempool: section({
    file: 'app.toml',
    table: 'evm.mempool',
    prefixed: true,
    title: 'Ethereum transactions in the mempool',
    settings: {
      priceBump: setting('price-bump', integer(0, 1000), 10, 'Per cent by which a replacement must raise both fees'),
      accountQueue: setting('account-queue', integer(0), 64, 'Transactions of a sender that wait for an earlier nonce'),
      globalQueue: setting('global-queue', integer(0), 1024, 'Transactions of all senders that wait so'),
    },
  }),
  tls: section({
    file: 'app.toml',
    table: 'tls',
    prefixed: true,
    title: 'HTTPS and WSS of the EVM JSON-RPC',
    settings: {
      certificatePath: setting(
        'certificate-path',
        PEM_OR_NONE,
        '',
        'Certificate (PEM, its chain behind it); relative to the config folder',
      ),
      keyPath: setting('key-path', PEM_OR_NONE, '', 'Its private key (PEM); relative to the config folder'),
    },
  }),
  assets: section({
    file: 'app.toml',
    table: 'assets',
    prefixed: true,
    title: 'Asset-reachability API',
    settings: {
      address: setting('address', LISTEN_ADDRESS, '127.0.0.1:8580', 'HTTP address; empty for none'),
      prefix: setting('prefix', PATH_PREFIX, '', 'Served under this path too: /api/skip'),
      topology: setting(
        'topology',
        optional(FILE, 'topology.json'),
        undefined,
        'Chains, channels and assets that are described, not simulated',
      ),
      countDescribed: setting('count-described', BOOLEAN, true, 'Whether assets of such chains are part of answers'),
      maxForwardHops: setting('max-forward-hops', integer(1, 2), 2, 'Transfers to a form that nobody holds yet'),
      requireSeen: setting('require-seen', BOOLEAN, false, 'Only forms that somebody holds'),
      includeMispathed: setting(
        'include-mispathed',
        BOOLEAN,
        true,
        'What cannot go home may be wrapped once more, for want of better',
      ),
      maxAssetsPerChain: setting('max-assets-per-chain', integer(1), 8, 'Forms of an asset on one chain'),
    },
  }),
  base: section({
    file: 'config.toml',
    table: '',
    prefixed: false,
    title: 'The node that answers',
    settings: { moniker: setting('moniker', TEXT, 'halley', 'Its name') },
  }),
  rpc: RPC,
  mempool: section({
    file: 'config.toml',
    table: 'mempool',
    prefixed: true,
    title: 'Mempool',
    settings: {
      size: setting('size', integer(0), 5000, 'Transactions'),
      maxTxsBytes: setting('max_txs_bytes', integer(0), 1_073_741_824, 'Bytes of all transactions'),
      maxTxBytes: setting('max_tx_bytes', integer(0), 1_048_576, 'Bytes of one transaction'),
      cacheSize: setting('cache_size', integer(0), 10_000, 'Transactions that are remembered'),
      keepInvalidTxsInCache: setting('keep-invalid-txs-in-cache', BOOLEAN, false, 'Also those that were refused'),
      recheck: setting('recheck', BOOLEAN, true, 'Check what is left again after each block'),
    },
  }),
  consensus: section({
    file: 'config.toml',
    table: 'consensus',
    prefixed: true,
    title: 'Consensus timeouts, in the network’s own time',
    settings: {
      timeoutProposeMs: setting('timeout_propose', DURATION_MS, 3000, 'Wait for a proposal'),
      timeoutProposeDeltaMs: setting('timeout_propose_delta', DURATION_MS, 500, 'Added with each round'),
      timeoutPrevoteMs: setting('timeout_prevote', DURATION_MS, 1000, 'Wait for prevotes that agree'),
      timeoutPrevoteDeltaMs: setting('timeout_prevote_delta', DURATION_MS, 500, 'Added with each round'),
      timeoutPrecommitMs: setting('timeout_precommit', DURATION_MS, 1000, 'Wait for precommits that agree'),
      timeoutPrecommitDeltaMs: setting('timeout_precommit_delta', DURATION_MS, 500, 'Added with each round'),
      timeoutCommitMs: setting('timeout_commit', DURATION_MS, 1000, 'Wait for late precommits after a commit'),
      skipTimeoutCommit: setting('skip_timeout_commit', BOOLEAN, false, 'Go on as soon as all precommits are there'),
    },
  }),
} as const;

type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Values<S> = { readonly [K in keyof S]: ValueOf<S[K]> };

/** Every setting's value, checked. Names that end in `Ms` are milliseconds, amounts are in the smallest unit. */
export type ResolvedConfig = {
  readonly [S in keyof typeof SCHEMA]: Values<(typeof SCHEMA)[S]['settings']>;
};
