/**
 * Every setting, once: its key in the file, kind, default and meaning. Flags, environment variables, files, checks and
 * the files that `halley init` writes come from this table. Keys and defaults are those of real nodes where they have
 * them (evm-json-rpc.md 2.2, consensus-rpc.md 11). Left out: keys of a real node that would do
 * nothing here; they are errors that say so (`idle_keys.ts`), so that nobody waits for their effect.
 */
import { DEFAULT_TIMEOUTS } from '../consensus/env.js';
import { ETHEREUM_PATH } from '../crypto/ethereum_path.js';
import { CODE_SIZE_LIMIT } from '../evm/code_size.js';
import { HARDFORK, HARDFORKS } from '../evm/hardfork.js';
import { NANOS_PER_MILLISECOND } from '../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../mempool/limits.js';
import { DEFAULT_ASSET_SETTINGS } from '../rpc/assets/settings.js';
import { DEFAULT_COMPAT } from '../rpc/evm/compat.js';
import { LATEST_BLOCK_TIME, MAX_VALIDATORS } from './bounds.js';
import { TX_GAS_LIMIT } from './development_genesis.js';
import { EVM, EVM_MEMPOOL, JSON_RPC, TLS } from './json_rpc_section.js';
import {
  AMOUNT,
  BOOLEAN,
  CHAIN_ID_KIND,
  COINS,
  DERIVATION_PATH,
  DURATION_MS,
  FILE,
  HARDFORK_KIND,
  integer,
  LISTEN_ADDRESS,
  oneOf,
  optional,
  PATH_PREFIX,
  SECONDS_MS,
  TEXT,
  unixTime,
  WORD_COUNT,
} from './kinds.js';
import { OPTION_DEFAULTS } from './option_defaults.js';
import { RPC } from './rpc_section.js';
import { type Setting, section, setting } from './setting.js';

const MAX_ACCOUNTS = 10_000;
/** Ends the range of genesis times, so that blocks can follow: 2261-01-01. */
const MAX_TIMESTAMP = Number(LATEST_BLOCK_TIME) - 1;
/** Half of the highest height that a chain may begin at, so that an exported chain has room to go on. */
const MAX_NUMBER = 2 ** 51;

const milliseconds = (nanos: bigint): number => Number(nanos / NANOS_PER_MILLISECOND);

export const SCHEMA = {
  run: section({
    file: undefined,
    table: '',
    prefixed: false,
    title: 'What to run',
    settings: {
      genesis: setting(
        'genesis',
        optional(FILE, 'genesis.json'),
        undefined,
        'Genesis document to start from: a file, or dev, ethermint, ibc, teaching',
      ),
      home: setting('home', optional(FILE, '.halley'), undefined, 'Folder that keeps the chain and its configuration'),
      silent: setting('silent', BOOLEAN, false, 'Print nothing'),
      quiet: setting('quiet', BOOLEAN, false, 'Print accounts and addresses, and no log'),
      json: setting(
        'json',
        BOOLEAN,
        false,
        'Print JSON: a line of accounts and addresses, then one for each entry of the log',
      ),
      color: setting('color', oneOf('auto', 'always', 'never'), 'auto', 'Whether the log has colours'),
      disableConsoleLog: setting(
        'disable-console-log',
        BOOLEAN,
        false,
        'Leave the console.log calls of contracts out of the log',
      ),
      configOut: setting(
        'config-out',
        optional(FILE, 'config.json'),
        undefined,
        'Write accounts, keys and fees as JSON into a file, in the form of Anvil',
      ),
      freePorts: setting('free-ports', BOOLEAN, false, 'Take a free port for a server whose default port is in use'),
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
      hardfork: setting(
        'hardfork',
        optional(HARDFORK_KIND, HARDFORK),
        undefined,
        `Rules of the EVM: ${HARDFORKS.join(', ')} or latest; ${HARDFORK}`,
      ),
      codeSizeLimit: setting(
        'code-size-limit',
        optional(integer(1), CODE_SIZE_LIMIT),
        undefined,
        `Bytes of a contract’s code; its initcode may have twice as many; ${CODE_SIZE_LIMIT}`,
      ),
      disableCodeSizeLimit: setting(
        'disable-code-size-limit',
        optional(BOOLEAN, true),
        undefined,
        'Code and initcode of any size',
      ),
      disableBlockGasLimit: setting(
        'disable-block-gas-limit',
        optional(BOOLEAN, true),
        undefined,
        'Blocks have no gas limit',
      ),
      enableTxGasLimit: setting(
        'enable-tx-gas-limit',
        optional(BOOLEAN, true),
        undefined,
        `A transaction has at most ${TX_GAS_LIMIT} gas (EIP-7825)`,
      ),
      disableCreate2Deployer: setting(
        'disable-default-create2-deployer',
        optional(BOOLEAN, true),
        undefined,
        'Leave out the CREATE2 deployer at 0x4e59b44847b379578588920cA78FbF26c0B4956C',
      ),
      timestamp: setting(
        'timestamp',
        optional(unixTime(MAX_TIMESTAMP), 1_700_000_000),
        undefined,
        'Time of the genesis block in Unix seconds; the clock of the chain goes on from there; now',
      ),
      number: setting('number', optional(integer(0, MAX_NUMBER), 0), undefined, 'Number of the genesis block; 0'),
      mnemonicRandom: setting(
        'mnemonic-random',
        optional(WORD_COUNT, 12),
        undefined,
        'Make a new mnemonic of so many words (12 without a number), and print it',
      ),
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
        OPTION_DEFAULTS.order,
        'Which transactions go into a block first: fees (who pays more) or fifo (who came earlier)',
      ),
      maxTransactions: setting(
        'max-transactions',
        integer(0),
        OPTION_DEFAULTS.maxTransactions,
        'Transactions that a block holds at most; 0 is any number',
      ),
      noMining: setting('no-mining', BOOLEAN, false, 'Blocks only when told'),
      miningMode: setting(
        'mining-mode',
        optional(TEXT, 'automine'),
        undefined,
        'When blocks are made: automine, interval:500ms, mixed:500ms, manual, realtime, realtime:2 (twice as fast) or step; automine',
        { formerKey: 'pace' },
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
      compat: setting(
        'compat',
        oneOf('auto', 'anvil', 'hardhat'),
        DEFAULT_COMPAT,
        'Whose node clients take this one for: anvil, hardhat, or auto, which is hardhat for HTTP clients that name Hardhat as their agent, and anvil for others',
        { formerKey: 'identity' },
      ),
      accounts: setting('accounts', integer(0, MAX_ACCOUNTS), 20, 'Accounts that the node can sign for'),
      mnemonic: setting(
        'mnemonic',
        TEXT,
        'test test test test test test test test test test test junk',
        'Words from which their keys are derived',
      ),
      derivationPath: setting(
        'derivation-path',
        DERIVATION_PATH,
        ETHEREUM_PATH,
        'Path at which their keys are derived, without the index of the account',
      ),
      autoImpersonate: setting(
        'auto-impersonate',
        BOOLEAN,
        false,
        'eth_sendTransaction sends from any address, as after anvil_autoImpersonateAccount',
      ),
      slotsInAnEpoch: setting(
        'slots-in-an-epoch',
        integer(0),
        OPTION_DEFAULTS.slotsInAnEpoch,
        'How many blocks safe is behind latest; finalized is twice as far behind; 0: both are latest',
      ),
    },
  }),
  jsonRpc: JSON_RPC,
  evm: EVM,
  evmMempool: EVM_MEMPOOL,
  tls: TLS,
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
      countDescribed: setting(
        'count-described',
        BOOLEAN,
        DEFAULT_ASSET_SETTINGS.countDescribed,
        'Whether assets of such chains are part of answers',
      ),
      maxForwardHops: setting(
        'max-forward-hops',
        integer(1, 2),
        DEFAULT_ASSET_SETTINGS.maxForwardHops,
        'Transfers to a form that nobody holds yet',
      ),
      requireSeen: setting(
        'require-seen',
        BOOLEAN,
        DEFAULT_ASSET_SETTINGS.requireSeen,
        'Only forms that somebody holds',
      ),
      includeMispathed: setting(
        'include-mispathed',
        BOOLEAN,
        DEFAULT_ASSET_SETTINGS.includeMispathed,
        'What cannot go home may be wrapped once more, for want of better',
      ),
      maxAssetsPerChain: setting(
        'max-assets-per-chain',
        integer(1),
        DEFAULT_ASSET_SETTINGS.maxAssetsPerChain,
        'Forms of an asset on one chain',
      ),
    },
  }),
  base: section({
    file: 'config.toml',
    table: '',
    prefixed: false,
    title: 'The node that answers',
    settings: { moniker: setting('moniker', TEXT, OPTION_DEFAULTS.moniker, 'Its name') },
  }),
  rpc: RPC,
  mempool: section({
    file: 'config.toml',
    table: 'mempool',
    prefixed: true,
    title: 'Mempool',
    settings: {
      size: setting('size', integer(0), DEFAULT_MEMPOOL_LIMITS.size, 'Transactions'),
      maxTxsBytes: setting(
        'max_txs_bytes',
        integer(0),
        DEFAULT_MEMPOOL_LIMITS.maxTxsBytes,
        'Bytes of all transactions',
      ),
      maxTxBytes: setting('max_tx_bytes', integer(0), DEFAULT_MEMPOOL_LIMITS.maxTxBytes, 'Bytes of one transaction'),
      cacheSize: setting(
        'cache_size',
        integer(0),
        DEFAULT_MEMPOOL_LIMITS.cacheSize,
        'Transactions that are remembered',
      ),
      keepInvalidTxsInCache: setting(
        'keep-invalid-txs-in-cache',
        BOOLEAN,
        DEFAULT_MEMPOOL_LIMITS.keepInvalidTxsInCache,
        'Also those that were refused',
      ),
      recheck: setting('recheck', BOOLEAN, DEFAULT_MEMPOOL_LIMITS.recheck, 'Check what is left again after each block'),
    },
  }),
  consensus: section({
    file: 'config.toml',
    table: 'consensus',
    prefixed: true,
    title: 'Consensus timeouts, in the network’s own time',
    settings: {
      timeoutProposeMs: setting(
        'timeout_propose',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.propose),
        'Wait for a proposal',
      ),
      timeoutProposeDeltaMs: setting(
        'timeout_propose_delta',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.proposeDelta),
        'Added with each round',
      ),
      timeoutPrevoteMs: setting(
        'timeout_prevote',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.prevote),
        'Wait for prevotes that agree',
      ),
      timeoutPrevoteDeltaMs: setting(
        'timeout_prevote_delta',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.prevoteDelta),
        'Added with each round',
      ),
      timeoutPrecommitMs: setting(
        'timeout_precommit',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.precommit),
        'Wait for precommits that agree',
      ),
      timeoutPrecommitDeltaMs: setting(
        'timeout_precommit_delta',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.precommitDelta),
        'Added with each round',
      ),
      timeoutCommitMs: setting(
        'timeout_commit',
        DURATION_MS,
        milliseconds(DEFAULT_TIMEOUTS.commit),
        'Wait for late precommits after a commit',
      ),
      skipTimeoutCommit: setting(
        'skip_timeout_commit',
        BOOLEAN,
        DEFAULT_TIMEOUTS.skipTimeoutCommit,
        'Go on as soon as all precommits are there',
      ),
    },
  }),
} as const;

type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Values<S> = { readonly [K in keyof S]: ValueOf<S[K]> };

/** Every setting's value, checked. Names that end in `Ms` are milliseconds, amounts are in the smallest unit. */
export type ResolvedConfig = {
  readonly [S in keyof typeof SCHEMA]: Values<(typeof SCHEMA)[S]['settings']>;
};
