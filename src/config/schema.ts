/**
 * Defines every setting once: its key in the file, kind, default and meaning. Flags, environment variables, files,
 * checks and the files that `halley init` writes come from this table. Keys and defaults are those of real nodes where
 * they have them (evm-json-rpc.md 2.2, consensus-rpc.md 11). Keys of a real node that would have no effect here are
 * left out. They cause an error with the reason (`idle_keys.ts`), so that users do not expect an effect.
 */
import { ETHEREUM_PATH } from '../crypto/ethereum_path.js';
import { LATEST_BLOCK_TIME } from '../settings/bounds.js';
import {
  AMOUNT,
  BOOLEAN,
  CHAIN_ID_KIND,
  COINS,
  DERIVATION_PATH,
  FAULTS,
  FILE,
  integer,
  oneOf,
  optional,
  SECONDS_MS,
  TEXT,
  unixTime,
  WORD_COUNT,
} from '../settings/kinds.js';
import { section, setting, settingOf, settingsOf, type Values } from '../settings/setting.js';
import { SURFACE_SECTIONS } from '../surfaces/settings.generated.js';
import { TX_GAS_LIMIT } from './development_genesis.js';
import { FORK } from './fork_section.js';
import { EVM, EVM_MEMPOOL, JSON_RPC, TLS } from './json_rpc_section.js';
import {
  ACCOUNT_OPTIONS,
  CLIENT_OPTIONS,
  CLOCK_OPTIONS,
  FAILURE_OPTIONS,
  JSON_RPC_OPTIONS,
  MEMPOOL_OPTIONS,
  MINING_OPTIONS,
  NETWORK_OPTIONS,
  NEW_BLOCK_OPTIONS,
  NEW_EVM_OPTIONS,
  NODE_OPTIONS,
  REPORT_OPTIONS,
  TIMEOUT_OPTIONS,
} from './options.js';
import { RPC } from './rpc_section.js';

const MAX_ACCOUNTS = 10_000;
/** Latest genesis time, 2261-01-01, so that blocks can follow. */
const MAX_TIMESTAMP = Number(LATEST_BLOCK_TIME) - 1;
/** Highest number of a block: half of the highest initial height of a chain, so that an exported chain can continue. */
const MAX_NUMBER = 2 ** 51;

export const SCHEMA = {
  run: section({
    file: undefined,
    table: '',
    prefixed: false,
    title: 'General',
    settings: {
      genesis: setting(
        'genesis',
        optional(FILE, 'genesis.json'),
        undefined,
        'Genesis document to start from: a file, or dev, ethermint, ibc, teaching',
      ),
      loadState: setting(
        'load-state',
        optional(FILE, 'state.json'),
        undefined,
        'State file of Anvil from which a new chain continues: accounts, code, storage, number, time and base fee',
      ),
      dumpState: setting(
        'dump-state',
        optional(FILE, 'state.json'),
        undefined,
        'State file to write when the devnet ends, in the format of Anvil',
      ),
      state: setting(
        'state',
        optional(FILE, 'state.json'),
        undefined,
        'State file to load if it exists, and to write when the devnet ends',
      ),
      stateIntervalMs: setting(
        'state-interval',
        optional(SECONDS_MS, 60_000),
        undefined,
        'Seconds between writes of the state file while the devnet runs (default: 60)',
      ),
      preserveHistoricalStates: setting(
        'preserve-historical-states',
        BOOLEAN,
        false,
        'Also write the states after earlier blocks to the state file',
      ),
      home: setting('home', optional(FILE, '.halley'), undefined, 'Folder of a persistent chain and its configuration'),
      silent: setting('silent', BOOLEAN, false, 'Print nothing'),
      quiet: setting('quiet', BOOLEAN, false, 'Print accounts and addresses, but no log'),
      json: setting(
        'json',
        BOOLEAN,
        false,
        'Print JSON: a line with accounts and addresses, then one for each log entry',
      ),
      color: setting(
        'color',
        oneOf('auto', 'always', 'never'),
        'auto',
        'Whether banner and log have colors: auto (in a terminal, or as NO_COLOR and FORCE_COLOR say), always or never',
      ),
      disableConsoleLog: setting(
        'disable-console-log',
        BOOLEAN,
        false,
        'Omit the console.log calls of contracts from the log',
      ),
      configOut: setting(
        'config-out',
        optional(FILE, 'config.json'),
        undefined,
        'Write accounts, keys and fees as JSON to a file, in the format of Anvil',
      ),
      freePorts: setting(
        'free-ports',
        BOOLEAN,
        false,
        'Use a free port for a server whose default port is in use; a port that is asked for is never replaced',
      ),
    },
  }),
  genesis: section({
    file: undefined,
    table: '',
    prefixed: false,
    title: 'New chain (not with a genesis document)',
    settings: {
      chainId: setting(
        'chain-id',
        optional(CHAIN_ID_KIND, 'halley_31337-1'),
        undefined,
        'Chain id (default: halley_31337-1)',
      ),
      balance: setting('balance', optional(COINS, 10n ** 22n), undefined, 'Coins of each account (default: 10000)'),
      ...settingsOf(NEW_BLOCK_OPTIONS),
      baseFee: setting(
        'base-fee',
        optional(AMOUNT, 1_000_000_000n),
        undefined,
        'Initial base fee in wei (default: 1000000000)',
      ),
      ...settingsOf(NEW_EVM_OPTIONS),
      disableBlockGasLimit: setting(
        'disable-block-gas-limit',
        optional(BOOLEAN, true),
        undefined,
        'Make blocks without a gas limit',
      ),
      enableTxGasLimit: setting(
        'enable-tx-gas-limit',
        optional(BOOLEAN, true),
        undefined,
        `Limit the gas of a transaction to ${TX_GAS_LIMIT} (EIP-7825)`,
      ),
      disableCreate2Deployer: setting(
        'disable-default-create2-deployer',
        optional(BOOLEAN, true),
        undefined,
        'Omit the CREATE2 deployer at 0x4e59b44847b379578588920cA78FbF26c0B4956C',
      ),
      noPreinstalls: setting(
        'no-preinstalls',
        optional(BOOLEAN, true),
        undefined,
        'Omit Multicall3, Permit2, CreateX, the Safe singleton factory and the EntryPoint contracts of ERC-4337',
      ),
      timestamp: setting(
        'timestamp',
        optional(unixTime(MAX_TIMESTAMP), 1_700_000_000),
        undefined,
        'Time of the genesis block in Unix seconds, from which the clock of the chain continues (default: now)',
      ),
      number: setting(
        'number',
        optional(integer(0, MAX_NUMBER), 0),
        undefined,
        'Number of the genesis block (default: 0)',
      ),
      mnemonicRandom: setting(
        'mnemonic-random',
        optional(WORD_COUNT, 12),
        undefined,
        'Create and print a new mnemonic with this number of words (12 if omitted)',
      ),
    },
  }),
  fork: FORK,
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
        'Seconds between blocks; without it each transaction gets a block',
      ),
      mixedMining: setting('mixed-mining', BOOLEAN, false, 'With --block-time, also mine a block for each transaction'),
      ...settingsOf(MINING_OPTIONS),
      noMining: setting('no-mining', BOOLEAN, false, 'Mine only on request (evm_mine)'),
      miningMode: setting(
        'mining-mode',
        optional(TEXT, 'automine'),
        undefined,
        'When blocks are mined: automine, interval:500ms, mixed:500ms, manual, realtime, realtime:2 (twice as fast) or step (default: automine)',
      ),
      fault: setting(
        'fault',
        optional(FAULTS, ['equivocate:node=3']),
        undefined,
        'Fault of the network from the start, such as equivocate:node=3 or partition:groups=0,1/2,3; repeatable (halley network faults lists all)',
      ),
      ...settingsOf(NETWORK_OPTIONS),
      ...settingsOf(CLOCK_OPTIONS),
      ...settingsOf(CLIENT_OPTIONS),
      ...settingsOf(FAILURE_OPTIONS),
      ...settingsOf(REPORT_OPTIONS),
      accounts: setting('accounts', integer(0, MAX_ACCOUNTS), 20, 'Number of accounts that the node can sign for'),
      mnemonic: setting(
        'mnemonic',
        TEXT,
        'test test test test test test test test test test test junk',
        'Mnemonic from which the keys of accounts are derived',
      ),
      derivationPath: setting(
        'derivation-path',
        DERIVATION_PATH,
        ETHEREUM_PATH,
        'Path at which the keys are derived, without the index of the account',
      ),
      ...settingsOf(ACCOUNT_OPTIONS),
      slotsInAnEpoch: settingOf(JSON_RPC_OPTIONS.slotsInAnEpoch),
    },
  }),
  jsonRpc: JSON_RPC,
  evm: EVM,
  evmMempool: EVM_MEMPOOL,
  tls: TLS,
  ...SURFACE_SECTIONS,
  grpcWeb: section({
    file: 'app.toml',
    table: 'grpc-web',
    prefixed: true,
    title: 'gRPC-Web',
    settings: { enable: setting('enable', BOOLEAN, true, 'Let pages call gRPC at the address of REST') },
  }),
  base: section({
    file: 'config.toml',
    table: '',
    prefixed: false,
    title: 'Node',
    settings: settingsOf(NODE_OPTIONS),
  }),
  rpc: RPC,
  mempool: section({
    file: 'config.toml',
    table: 'mempool',
    prefixed: true,
    title: 'Mempool',
    settings: settingsOf(MEMPOOL_OPTIONS),
  }),
  consensus: section({
    file: 'config.toml',
    table: 'consensus',
    prefixed: true,
    title: 'Consensus timeouts, in simulated time',
    settings: settingsOf(TIMEOUT_OPTIONS),
  }),
} as const;

/** Values of all settings by section. Names that end in `Ms` are milliseconds, amounts are in the smallest unit. */
export type SettingValues = {
  readonly [S in keyof typeof SCHEMA]: Values<(typeof SCHEMA)[S]['settings']>;
};

/** Checked values of all settings. */
export interface ResolvedConfig extends SettingValues {
  /**
   * Flag, variable or key that gives the address of a server, by the server's own flag: `--port` for
   * `--json-rpc.address`. An address without an entry is the default.
   */
  readonly addressSources: ReadonlyMap<string, string>;
}
