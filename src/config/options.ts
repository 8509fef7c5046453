/**
 * Options of `createDevnet` that are settings of `halley start` under the same name, each defined once: check, default
 * and description, and the key from which flag, variable and the entry in a file follow. `schema.ts` places them among
 * the other settings.
 */
import { KEY_TYPE_NAMES } from '../abci/pub_key.js';
import { DEFAULT_TIMEOUTS } from '../consensus/env.js';
import { CODE_SIZE_LIMIT, NO_CODE_SIZE_LIMIT } from '../evm/code_size.js';
import { DEFAULT_MACHINE } from '../evm/default_machine.js';
import { MIN_DEFAULT_GAS_CAP } from '../evm/gas_cap.js';
import { EXPECTED_HARDFORK, HARDFORK, HARDFORKS, type Hardfork, readHardfork } from '../evm/hardfork.js';
import { MACHINE_KINDS } from '../evm/machines.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../mempool/limits.js';
import { DEFAULT_COMET_LIMITS, DEFAULT_DIALECT } from '../rpc/comet/options.js';
import { COMPAT_NAMES, DEFAULT_COMPAT } from '../rpc/evm/compat.js';
import { DEFAULT_EVM_LIMITS } from '../rpc/evm/limits.js';
import { DEFAULT_VALIDATORS, MAX_FORK_MS, MAX_FORK_RETRIES, MAX_VALIDATORS } from '../settings/bounds.js';
import {
  bigAmount,
  boolean,
  coins,
  type FormReader,
  file,
  limit,
  milliseconds,
  nanoseconds,
  object,
  oneOf,
  option,
  optionWithoutDefault,
  type Reader,
  someOf,
  text,
  where,
  whole,
  withForm,
} from '../settings/reader.js';
import { refusedOption } from '../settings/refused_option.js';

export const NODE_OPTIONS = {
  moniker: option('moniker', text, 'halley', 'Name of the node'),
};

export const MINING_OPTIONS = {
  automineBatch: option(
    'automine-batch',
    boolean,
    false,
    'In automine, mine transactions that arrive together in one block',
  ),
  order: option(
    'order',
    oneOf('fees', 'fifo'),
    'fees',
    'Order of transactions in a block: fees (highest first) or fifo (order of arrival)',
  ),
  maxTransactions: option(
    'max-transactions',
    whole(0),
    0,
    'Highest number of transactions in a block; 0 means no limit',
  ),
};

export const NETWORK_OPTIONS = {
  validators: optionWithoutDefault(
    'validators',
    whole(1, MAX_VALIDATORS),
    DEFAULT_VALIDATORS,
    `Number of validators (default: ${DEFAULT_VALIDATORS})`,
  ),
  validatorKeyTypes: optionWithoutDefault(
    'validator-keys',
    someOf(KEY_TYPE_NAMES),
    KEY_TYPE_NAMES.slice(0, 1),
    `Types of the validators' keys, given to one validator after the other (default: ed25519): ${KEY_TYPE_NAMES.join(', ')}`,
  ),
  seed: optionWithoutDefault(
    'seed',
    text,
    '0',
    'Seed that determines a run: the keys of validators, the randomness of the network and, with a virtual clock, block times',
  ),
  record: optionWithoutDefault(
    'record',
    file,
    'session.jsonl',
    'New file in which all inputs of the chains are recorded; "halley replay" runs it again',
  ),
};

const CLOCK_NAMES = ['wall', 'virtual'] as const;

/** Name of a clock, or a clock of the program. */
type ClockChoice = (typeof CLOCK_NAMES)[number] | { readonly now: () => bigint };

const clock: FormReader<ClockChoice> = withForm(
  where(
    (value) =>
      typeof value === 'object'
        ? typeof (value as { readonly now?: unknown } | null)?.now === 'function'
        : CLOCK_NAMES.some((name) => name === value),
    `${CLOCK_NAMES.map((name) => `"${name}"`).join(', ')} or an object with now()`,
  ),
  { type: 'name', names: CLOCK_NAMES },
);

export const CLOCK_OPTIONS = {
  clock: optionWithoutDefault('clock', clock, 'wall', 'Source of block times: wall, or virtual with a seed'),
};

export const CLIENT_OPTIONS = {
  compat: option(
    'compat',
    oneOf(...COMPAT_NAMES),
    DEFAULT_COMPAT,
    'Node that this one imitates: anvil, hardhat2, hardhat3, hardhat (3 for clients whose user agent names it, else 2), or auto, which is the Hardhat that the user agent names, and anvil for others',
  ),
};

/** Report of what the devnet runs. */
export interface ReportOption {
  /** File that is written when the devnet closes. Without it, only `halley_coverage` or `halley_gasReport` has the report. */
  readonly file?: string;
  /** Whether the counts of the file are added, so that several devnets write one report. The default is false. */
  readonly add?: boolean;
}

const reportObject = object<ReportOption>(
  { file, add: boolean },
  { expected: 'the path of a file, or an object with options' },
);

const report = (type: 'file' | 'output'): FormReader<ReportOption | string> =>
  withForm((value, path) => (typeof value === 'string' ? file(value, path) : reportObject(value, path)), { type });

export const REPORT_OPTIONS = {
  coverage: optionWithoutDefault(
    'coverage',
    report('file'),
    'lcov.info',
    'File, in the format of lcov, for the lines, functions and branches of --artifacts that transactions and calls run; written at the end',
  ),
  gasReport: optionWithoutDefault(
    'gas-report',
    report('output'),
    'gas.txt',
    'File for the gas of deployments and functions of --artifacts, as tables or, where it ends in .json, as JSON, both as of forge test --gas-report, or where it ends in .hardhat.json as of hardhat test --gas-stats-json; written at the end. Without a file or with - it is printed',
  ),
};

const folders: FormReader<string | readonly string[]> = withForm(
  where(
    (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
    'a folder or a list of folders',
  ),
  { type: 'folders' },
);

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

export const FAILURE_OPTIONS = {
  artifacts: optionWithoutDefault(
    'artifacts',
    folders,
    ['artifacts'],
    'Folder of a Hardhat or Foundry project: errors tell where in its sources a call failed, and the dashboard decodes its contracts; repeatable',
  ),
  stackTraces: option(
    'stack-traces',
    oneOf('on', 'off'),
    'on',
    'Whether errors tell where in the Solidity source a call failed, as far as --artifacts has the contracts: on or off',
  ),
};

export const ACCOUNT_OPTIONS = {
  autoImpersonate: option(
    'auto-impersonate',
    boolean,
    false,
    'Let eth_sendTransaction send from any address, as after anvil_autoImpersonateAccount',
  ),
};

const hardfork: Reader<Hardfork> = (value, path) => {
  const name = typeof value === 'string' ? readHardfork(value) : undefined;
  if (name === undefined) throw refusedOption(path, value, EXPECTED_HARDFORK);
  return name;
};

/** Options of a new chain's EVM. */
export const NEW_EVM_OPTIONS = {
  hardfork: optionWithoutDefault(
    'hardfork',
    withForm(hardfork, { type: 'hardfork' }),
    HARDFORK,
    `Rules of the EVM: ${HARDFORKS.join(', ')} or latest (default: ${HARDFORK})`,
  ),
  codeSizeLimit: optionWithoutDefault(
    'code-size-limit',
    withForm(
      where<number>(
        (value) => Number.isSafeInteger(value) && (value as number) >= 1,
        `a whole number from 1 to ${NO_CODE_SIZE_LIMIT}`,
      ),
      { type: 'whole', least: 1, most: Number.MAX_SAFE_INTEGER },
    ),
    CODE_SIZE_LIMIT,
    `Largest code of a contract, in bytes; initcode may have twice as many (default: ${CODE_SIZE_LIMIT})`,
  ),
  allowUnlimitedContractSize: optionWithoutDefault(
    'disable-code-size-limit',
    boolean,
    true,
    'Allow code and initcode of any size',
  ),
};

/** Options of a new chain's blocks. */
export const NEW_BLOCK_OPTIONS = {
  gasLimit: optionWithoutDefault(
    'gas-limit',
    withForm(
      where<bigint>(
        (value) => typeof value === 'bigint' && value > 0n && value < 2n ** 63n,
        'a bigint from 1n to 2n ** 63n - 1n',
      ),
      { type: 'amount' },
    ),
    60_000_000n,
    'Gas limit of a block (default: 60000000)',
  ),
};

export const MACHINE_OPTIONS = {
  machine: option(
    'machine',
    oneOf(...MACHINE_KINDS),
    DEFAULT_MACHINE,
    `EVM for blocks, calls and traces: ${MACHINE_KINDS.join(' or ')}`,
  ),
};

/** Options of `createDevnet` itself. */
export const DEVNET_OPTIONS = {
  ...NODE_OPTIONS,
  ...MINING_OPTIONS,
  ...NETWORK_OPTIONS,
  ...CLOCK_OPTIONS,
  ...CLIENT_OPTIONS,
  ...FAILURE_OPTIONS,
  ...REPORT_OPTIONS,
  ...ACCOUNT_OPTIONS,
  ...MACHINE_OPTIONS,
};

/** Options of `fork` that only set how requests are sent. */
export const FORK_OPTIONS = {
  retries: optionWithoutDefault(
    'retries',
    whole(0, MAX_FORK_RETRIES),
    5,
    'Number of times that a request is retried after a temporary failure (default: 5)',
  ),
  retryBackoffMs: optionWithoutDefault(
    'fork-retry-backoff',
    whole(0, MAX_FORK_MS),
    1000,
    'Delay before the first retry, in milliseconds; it doubles each time (default: 1000)',
  ),
  timeoutMs: optionWithoutDefault(
    'timeout',
    whole(1, MAX_FORK_MS),
    45_000,
    'Time limit of a request, in milliseconds (default: 45000)',
  ),
};

/** Options of `fork` for its cache. */
export const FORK_CACHE_OPTIONS = {
  cachePath: optionWithoutDefault(
    'cache-path',
    file,
    'cache',
    'Folder of the cache of fetched data (default: halley/fork in the cache folder of the user)',
  ),
  noStorageCaching: optionWithoutDefault('no-storage-caching', boolean, true, 'Do not cache fetched data'),
};

/** Options of `mempool`. */
export const MEMPOOL_OPTIONS = {
  size: option('size', limit(), DEFAULT_MEMPOOL_LIMITS.size, 'Highest number of transactions'),
  maxTxsBytes: option(
    'max_txs_bytes',
    limit(),
    DEFAULT_MEMPOOL_LIMITS.maxTxsBytes,
    'Highest total size of transactions, in bytes',
  ),
  maxTxBytes: option('max_tx_bytes', limit(), DEFAULT_MEMPOOL_LIMITS.maxTxBytes, 'Largest transaction, in bytes'),
  cacheSize: option(
    'cache_size',
    limit(),
    DEFAULT_MEMPOOL_LIMITS.cacheSize,
    'Number of remembered transactions, which are refused when they arrive again',
  ),
  keepInvalidTxsInCache: option(
    'keep-invalid-txs-in-cache',
    boolean,
    DEFAULT_MEMPOOL_LIMITS.keepInvalidTxsInCache,
    'Also remember invalid transactions',
  ),
  recheck: option(
    'recheck',
    boolean,
    DEFAULT_MEMPOOL_LIMITS.recheck,
    'Check the remaining transactions again after each block',
  ),
};

/** Options of `mempool` for Ethereum transactions. */
export const EVM_MEMPOOL_OPTIONS = {
  priceBump: option(
    'price-bump',
    limit(0, undefined, 1000),
    DEFAULT_MEMPOOL_LIMITS.priceBump,
    'Percentage by which a replacement must raise both fees',
  ),
  accountQueue: option(
    'account-queue',
    limit(),
    DEFAULT_MEMPOOL_LIMITS.accountQueue,
    'Highest number of queued transactions of a sender, which wait for an earlier nonce',
  ),
  globalQueue: option(
    'global-queue',
    limit(),
    DEFAULT_MEMPOOL_LIMITS.globalQueue,
    'Highest number of queued transactions of all senders',
  ),
};

/** Options of `timeouts`. */
export const TIMEOUT_OPTIONS = {
  propose: option(
    'timeout_propose',
    nanoseconds,
    DEFAULT_TIMEOUTS.propose,
    'Wait for the proposal of a round; then prevote nil',
  ),
  proposeDelta: option('timeout_propose_delta', nanoseconds, DEFAULT_TIMEOUTS.proposeDelta, 'Added with each round'),
  prevote: option(
    'timeout_prevote',
    nanoseconds,
    DEFAULT_TIMEOUTS.prevote,
    'Wait for more prevotes when more than 2/3 have voted and do not agree; then precommit nil',
  ),
  prevoteDelta: option('timeout_prevote_delta', nanoseconds, DEFAULT_TIMEOUTS.prevoteDelta, 'Added with each round'),
  precommit: option(
    'timeout_precommit',
    nanoseconds,
    DEFAULT_TIMEOUTS.precommit,
    'Wait for more precommits when more than 2/3 have voted and do not agree; then begin the next round',
  ),
  precommitDelta: option(
    'timeout_precommit_delta',
    nanoseconds,
    DEFAULT_TIMEOUTS.precommitDelta,
    'Added with each round',
  ),
  commit: option('timeout_commit', nanoseconds, DEFAULT_TIMEOUTS.commit, 'Wait for late precommits after a commit'),
  skipTimeoutCommit: option(
    'skip_timeout_commit',
    boolean,
    DEFAULT_TIMEOUTS.skipTimeoutCommit,
    'Continue as soon as all precommits have arrived',
  ),
};

/** Options of `jsonRpc`. */
export const JSON_RPC_OPTIONS = {
  allowUnprotectedTxs: option(
    'allow-unprotected-txs',
    boolean,
    true,
    'Accept transactions without a chain id (before EIP-155), which deployments by a keyless account need',
  ),
  gasPrice: option('gas-price', bigAmount, 0n, 'Lowest result of eth_gasPrice, in wei'),
  slotsInAnEpoch: option(
    'slots-in-an-epoch',
    whole(0),
    0,
    'Number of blocks by which safe is behind latest; finalized is twice as far behind; with 0 both are latest',
  ),
  minTip: option('min-tip', bigAmount, 0n, 'Lowest tip per unit of gas, in wei, of an accepted transaction'),
  enableCosmosTxs: option(
    'enable-cosmos-txs',
    boolean,
    false,
    'Show Cosmos transactions to EVM clients too, after the Ethereum transactions of a block, with Transfer logs of coins',
  ),
  allowInsecureUnlock: option('allow-insecure-unlock', boolean, true, 'Let RPC callers use the keys of the node'),
  enableProfiling: option('enable-profiling', boolean, true, 'Enable the debug methods that profile the process'),
};

/** Options of `jsonRpc.limits` that are settings too. */
export const EVM_LIMIT_OPTIONS = {
  gasCap: optionWithoutDefault(
    'gas-cap',
    bigAmount,
    MIN_DEFAULT_GAS_CAP,
    `Gas limit of a call, an estimate or a traced call; 0 means no limit. Default: the gas limit of a block, and at least ${MIN_DEFAULT_GAS_CAP}`,
  ),
  evmTimeMs: option(
    'evm-timeout',
    milliseconds('JSON-RPC EVM timeout duration cannot be negative'),
    DEFAULT_EVM_LIMITS.evmTimeMs,
    'Time limit of a call or an estimate; 0 means no limit',
  ),
  txFeeCap: option(
    'txfee-cap',
    coins('JSON-RPC tx fee cap cannot be negative'),
    DEFAULT_EVM_LIMITS.txFeeCap,
    'Highest fee, in coins, for eth_resend, eth_signTransaction and personal_signTransaction; 0 means no limit',
  ),
  filters: option(
    'filter-cap',
    limit(0, 'JSON-RPC filter-cap cannot be negative'),
    DEFAULT_EVM_LIMITS.filters,
    'Highest number of polling filters; a new one replaces the least recently polled',
  ),
  filterIdleMs: option(
    'filter-timeout',
    milliseconds('JSON-RPC filter-timeout cannot be negative'),
    DEFAULT_EVM_LIMITS.filterIdleMs,
    'Drop a filter that has not been polled for this long',
  ),
  filterCleanupMs: option(
    'filter-cleanup-interval',
    milliseconds('JSON-RPC filter-cleanup-interval cannot be negative'),
    DEFAULT_EVM_LIMITS.filterCleanupMs,
    'Interval between searches for idle filters; 0 means at each access',
  ),
  subscriptions: option(
    'subscription-cap',
    limit(),
    DEFAULT_EVM_LIMITS.subscriptions,
    'Highest number of subscriptions of one connection',
  ),
  feeHistoryBlocks: option(
    'feehistory-cap',
    limit(1, 'JSON-RPC feehistory-cap cannot be negative or 0'),
    DEFAULT_EVM_LIMITS.feeHistoryBlocks,
    'Highest number of blocks in one eth_feeHistory',
  ),
  logResults: option(
    'logs-cap',
    limit(0, 'JSON-RPC logs cap cannot be negative'),
    DEFAULT_EVM_LIMITS.logResults,
    'Highest number of logs in one response',
  ),
  logBlockRange: option(
    'block-range-cap',
    limit(0, 'JSON-RPC block range cap cannot be negative'),
    DEFAULT_EVM_LIMITS.logBlockRange,
    'Largest difference of toBlock and fromBlock in a log query',
  ),
  batchItems: option(
    'batch-request-limit',
    limit(0, 'JSON-RPC batch request limit cannot be negative'),
    DEFAULT_EVM_LIMITS.batchItems,
    'Highest number of requests in a batch; 0 means no limit',
  ),
  responseBytes: option(
    'batch-response-max-size',
    limit(0, 'JSON-RPC batch response max size cannot be negative'),
    DEFAULT_EVM_LIMITS.responseBytes,
    'Largest response to a batch, in bytes; 0 means no limit',
  ),
};

/** Options of `rpc`. */
export const COMET_RPC_OPTIONS = {
  dialect: option(
    'dialect',
    oneOf<string>('0.34', '0.37', '0.38', '0.39', '0.40', '1.0', 'documented'),
    DEFAULT_DIALECT,
    'Response format at the root: a version of CometBFT, or documented; each is also served under its own prefix',
  ),
  strict: option(
    'strict',
    boolean,
    true,
    'Be as strict as CometBFT: integers in quotes, params required; false is more lenient',
  ),
  unsafe: option('unsafe', boolean, false, 'Enable dial_seeds, dial_peers and unsafe_flush_mempool'),
  closeOnSlowClient: option(
    'experimental_close_on_slow_client',
    boolean,
    false,
    'End the subscription of a slow client, with an error, as soon as that write buffer is full',
  ),
};

/** Returns the reader of a limit that the engine refuses only below zero. */
const cometLimit = (key: string): FormReader<number> => limit(0, `${key} can't be negative`);

/** Options of `rpc.limits` that are settings too. */
export const COMET_LIMIT_OPTIONS = {
  subscriptionClients: option(
    'max_subscription_clients',
    cometLimit('max_subscription_clients'),
    DEFAULT_COMET_LIMITS.subscriptionClients,
    'Highest number of connections with subscriptions',
  ),
  subscriptionsPerClient: option(
    'max_subscriptions_per_client',
    cometLimit('max_subscriptions_per_client'),
    DEFAULT_COMET_LIMITS.subscriptionsPerClient,
    'Highest number of subscriptions of one connection (CometBFT’s 5 is too few for the SDKs)',
  ),
  subscriptionBuffer: option(
    'experimental_subscription_buffer_size',
    limit(100, 'experimental_subscription_buffer_size must be >= 100'),
    DEFAULT_COMET_LIMITS.subscriptionBuffer,
    'Highest number of events of a subscription that a slow client has not read (CometBFT’s 200 is one busy block)',
  ),
  writeQueue: option(
    'experimental_websocket_write_buffer_size',
    cometLimit('experimental_websocket_write_buffer_size'),
    DEFAULT_COMET_LIMITS.writeQueue,
    'Highest number of responses and events of a connection that a slow client has not read; at least the buffer of a subscription',
  ),
  broadcastCommitMs: option(
    'timeout_broadcast_tx_commit',
    milliseconds("timeout_broadcast_tx_commit can't be negative"),
    DEFAULT_COMET_LIMITS.broadcastCommitMs,
    'Time for which broadcast_tx_commit waits for a block',
  ),
  batchSize: option(
    'max_request_batch_size',
    cometLimit('max_request_batch_size'),
    DEFAULT_COMET_LIMITS.batchSize,
    'Highest number of requests in a batch; 0 means no limit (CometBFT’s 10 is too few for CosmJS)',
  ),
  bodyBytes: option(
    'max_body_bytes',
    cometLimit('max_body_bytes'),
    DEFAULT_COMET_LIMITS.bodyBytes,
    'Largest body of a request, in bytes',
  ),
};
