/**
 * Defines the options of `createDevnet`. Each has a default, which is that of `halley start` (`src/config/schema.ts`),
 * except that no ports are opened: in a program the provider needs no socket, and two devnets cannot use the same port.
 */

import { GENESIS_NAMES } from '../../config/genesis_names.js';
import {
  DEVNET_OPTIONS,
  EVM_MEMPOOL_OPTIONS,
  MEMPOOL_OPTIONS,
  NEW_BLOCK_OPTIONS,
  NEW_EVM_OPTIONS,
  type ReportOption,
  TIMEOUT_OPTIONS,
} from '../../config/options.js';
import type { ConsensusTimeouts } from '../../consensus/env.js';
import { isPrivateKey } from '../../crypto/secp256k1/index.js';
import type { MachineKind } from '../../evm/machines.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import type { OrderName } from '../../mempool/order.js';
import type { CompatName } from '../../rpc/evm/compat.js';
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';
import {
  boolean,
  isRecord,
  listener,
  listOf,
  type Members,
  object,
  optionsOf,
  type Reader,
  readersOf,
  text,
  where,
} from '../../settings/reader.js';
import { SURFACE_READERS, type SurfaceOptions } from '../../surfaces/options.generated.js';
import type { DevnetFault } from '../faults/fault_menu.js';
import type { LogListener } from '../log/node_log.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { Clock } from '../platform.js';
import { type ChainOptions, chain } from './chain_options.js';
import type { ClockName } from './clock.js';
import { type CometRpcOptions, rpc } from './comet_rpc_options.js';
import type { EvmOptions } from './evm_options.js';
import { faults } from './faults_option.js';
import { type ForkOptions, fork } from './fork_option.js';
import { type JsonRpcOptions, jsonRpc } from './json_rpc_options.js';
import { miningMode } from './mining_mode_option.js';
import { type DumpStateOption, dumpState, loadState } from './state_options.js';

export interface DevnetOptions extends EvmOptions, SurfaceOptions {
  /**
   * Genesis document as parsed JSON, or the name of one of the package's own (`GenesisName`: `dev`, `ethermint`, `ibc`,
   * `teaching`). It may also be geth's genesis document, or the `accounts` of Hardhat's configuration, whose keys are
   * then the unlocked ones. Without it the chain in `home` continues, or the development chain `halley_31337-1` begins.
   * Throws `invalid-genesis` for an invalid document, and when `home` holds a chain with a different one.
   */
  readonly genesis?: unknown;
  /**
   * State file of Anvil from which a new chain continues: its name, its bytes or its parsed JSON. The chain has its
   * accounts, number, time and base fee; development accounts that it does not list are funded as always. Throws
   * `invalid-argument` for an invalid file, and together with a genesis document of Halley.
   */
  readonly loadState?: string | Uint8Array | object;
  /**
   * File to which `close` writes the state, in the format of Anvil: its name or its description. A fatal error leaves
   * the file as it was. `close` rejects with `store-failed` when it cannot be written.
   */
  readonly dumpState?: DumpStateOption | string;
  /**
   * Gas limit of a new chain's blocks. The default is 60,000,000n. This, `hardfork`, `codeSizeLimit` and
   * `allowUnlimitedContractSize` go into the genesis document of a new chain. Together with `genesis` they throw
   * `invalid-argument`. They throw `invalid-genesis` when the chain in `home` has other values.
   */
  readonly gasLimit?: bigint;
  /**
   * Whether a new development chain has Multicall3, Permit2, CreateX, the Safe singleton factory and the EntryPoint
   * contracts of ERC-4337 at their addresses. The default is true. Forks, and chains from a state file or from geth's
   * document, never have them. Together with `genesis` it throws `invalid-argument`. It throws `invalid-genesis` when
   * the chain in `home` differs.
   */
  readonly preinstalls?: boolean;
  /**
   * Forks another chain: the new chain starts from the state of that chain after a block, and requests about earlier
   * blocks return that chain's data.
   */
  readonly fork?: ForkOptions;
  /**
   * Folder of the persistent chain; it is created if missing. Without it the chain ends with the process.
   * `createDevnet` throws `unavailable` while another devnet uses the folder, or when the store in it has another
   * version. It throws `corrupt-store` when the folder is damaged.
   */
  readonly home?: string;
  /**
   * Seeds the validators' keys and the network's randomness. With it the default clock is virtual. Without it the seed
   * of the chain in `home` is used.
   */
  readonly seed?: string;
  /** Number of validators, from 1 to 200. The default is that of the genesis document, or four. */
  readonly validators?: number;
  /**
   * Types of the keys of a new chain's validators, given to one after the other. The default is `['ed25519']`. Validators
   * that are added later have ed25519 keys.
   */
  readonly validatorKeyTypes?: readonly ('ed25519' | 'secp256k1' | 'secp256k1eth' | 'ml_dsa_65')[];
  /**
   * File in which all chains are recorded: every input of their networks, and the hashes of every height.
   * `replayRecord` runs it again. `createDevnet` throws `conflict` when the file exists, unless the chains in `home`
   * are where the file ends; then the record continues.
   */
  readonly record?: string;
  /**
   * Unix time in seconds at which a new chain begins, if its genesis document names no time. Its clock continues from
   * there. Without it a new chain begins now.
   */
  readonly timestamp?: bigint;
  /**
   * Mining mode, which decides when blocks are made: `{ type: 'interval', ms: 500 }`, or text as the command takes it,
   * such as `interval:500ms`. The default is automine. Further chains take the mode too, unless they have their own.
   */
  readonly miningMode?: MiningMode | string;
  /**
   * Faults with which the simulated network starts: `{ type: 'equivocate', node: 3 }`, or text as the command takes it,
   * such as `equivocate:node=3`. They begin after the first block, and again after a reset. A chain in `home` continues
   * with its active faults, and gets those of this list that it does not have. The default is none.
   */
  readonly faults?: readonly (DevnetFault | string)[];
  /** Order of transactions in a block: `fees` (the default) prefers higher fees, and `fifo` prefers earlier arrival. */
  readonly order?: OrderName;
  /** Most transactions of a block, both Ethereum's and Cosmos's. The default is 0, which means no limit. */
  readonly maxTransactions?: number;
  /**
   * Lets `eth_sendTransaction` send from any address, as after `anvil_autoImpersonateAccount`. The default is false.
   */
  readonly autoImpersonate?: boolean;
  /** In automine, puts transactions that arrive together into one block. The default is false. */
  readonly automineBatch?: boolean;
  /** Source of block times: the wall clock (the default without a seed), a virtual clock, or your own clock. */
  readonly clock?: Clock | ClockName;
  /** Timeouts of the validators, in nanoseconds of simulated time. Omitted ones keep the engine's defaults. */
  readonly timeouts?: Partial<ConsensusTimeouts>;
  /** Mempool limits. Omitted ones keep their defaults. */
  readonly mempool?: Partial<MempoolLimits>;
  /**
   * Private keys of the unlocked accounts, 32 bytes in hex each. By default, they are those of the 20 development
   * accounts.
   */
  readonly privateKeys?: readonly string[];
  /**
   * Private keys of the Cosmos accounts that `cosmosAccounts` returns, 32 bytes in hex each. By default, they are those
   * of the 20 development accounts at m/44'/118'/0'/0/i. The genesis document sets their balances.
   */
  readonly cosmosPrivateKeys?: readonly string[];
  /** EVM that runs the blocks, calls and traces of all chains. */
  readonly machine?: MachineKind;
  /**
   * Node whose behaviour tools expect: `anvil`, `hardhat2`, `hardhat3`, or `auto`, the default, which follows the
   * `User-Agent`: Hardhat's behaviour for Hardhat, and Anvil's for all others. `hardhat` is Hardhat 3's for clients
   * that name it, and Hardhat 2's for all others. It determines `web3_clientVersion`, the unit of
   * `evm_setIntervalMining` (seconds or milliseconds), and whether the response for a transaction that fails in its
   * block is its hash or, as in Hardhat, an error.
   */
  readonly compat?: CompatName;
  /**
   * Folders with compiled contracts: projects of Hardhat or Foundry, their folders of artifacts, or files of solc. Errors
   * of failed calls and transactions then tell where in the Solidity source they failed, and the dashboard decodes the
   * contracts. Files that change are read again.
   */
  readonly artifacts?: string | readonly string[];
  /** Whether errors have stack traces where `artifacts` has the contracts: `on`, the default, or `off`. */
  readonly stackTraces?: 'on' | 'off';
  /**
   * File, in the format of lcov, for the lines, functions and branches of `artifacts` that transactions and calls run. It
   * is written when the devnet closes.
   */
  readonly coverage?: ReportOption | string;
  /**
   * File for the gas of deployments and functions of `artifacts`: tables, or JSON where its name ends in `.json`, both as
   * of `forge test --gas-report`, or JSON as of `hardhat test --gas-stats-json` where it ends in `.hardhat.json`. It is
   * written when the devnet closes; `-` is the standard output.
   */
  readonly gasReport?: ReportOption | string;
  /** Replaces the result of `web3_clientVersion`, by whose beginning tools recognize a node. */
  readonly clientVersion?: string;
  /** Name of the node in `status` and `net_info`. The default is `halley`. */
  readonly moniker?: string;
  /** Configures the EVM JSON-RPC. Here and below, true means `{ address: true }`, and false means `{}`. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  /** Configures the CometBFT RPC. */
  readonly rpc?: CometRpcOptions | boolean;
  /**
   * Chains besides this one in the same process, and sockets for chains that the genesis document's plan names. With
   * `home`, each chain has a folder `chains/ID` in it.
   */
  readonly chains?: readonly ChainOptions[];
  /**
   * Also opens servers for the additional chains, unless `chains` configures their servers. They use the settings of
   * `jsonRpc` and `rpc`. Ports increase by 10 from chain to chain (8555, 8565, … and 26667, 26677, …); a port in use is
   * replaced by a free one. The chain's `urls` have the addresses. The default is false.
   */
  readonly listenOnAllChains?: boolean;
  /**
   * Receives what `halley start` prints: calls over EVM JSON-RPC, blocks, console.log of contracts, and messages of the
   * relayer. In the mining mode `step` it also receives rounds and votes.
   */
  readonly log?: LogListener;
  /** Receives errors that are bugs of Halley, after the client of the request has received its response. */
  readonly onBug?: (where: string, error: unknown) => void;
  /** Runs once for each damaged record that a read finds on disk. Reads of other records continue. */
  readonly onDamage?: (error: HalleyError) => void;
  /** Runs for each file of `artifacts` that is damaged or too large, with the reason. */
  readonly onArtifactWarning?: (text: string) => void;
  /** Runs for each file in the folder `keystore` of `home` from which no key can be read, with the reason. */
  readonly onSkippedKey?: (file: string, why: string) => void;
  /**
   * Runs once when the file of `record` cannot be continued, with a HalleyError `store-failed` that says why. The
   * devnet continues, and the record ends with its last complete line.
   */
  readonly onRecordFailure?: (error: HalleyError) => void;
  /** Runs when a write of `dumpState` at its interval failed, with `store-failed`. The next one may succeed. */
  readonly onDumpFailure?: (error: HalleyError) => void;
  /**
   * Runs when the node of the fork cannot be reached at the start and the cache is used instead, and when the cache
   * cannot be written. The text states the consequences.
   */
  readonly onForkWarning?: (text: string) => void;
  /** Receives what differs from the application whose genesis document was given, such as modules that are left out. */
  readonly onGenesisWarning?: (text: string) => void;
  /**
   * Runs once for each chain in memory whose older blocks cannot be written to a temporary file. They stay in memory
   * from then on.
   */
  readonly onStorageWarning?: (text: string) => void;
  /**
   * Receives once the error that ends the devnet. The cause is a failed write (`store-failed`), damage at the chain's
   * end (`corrupt-store`), or a bug of Halley (`stopped`). The devnet then closes, and `closed` resolves when it has.
   * Every later call rejects with the same error. With `home`, acknowledged transactions stay on disk.
   */
  readonly onFatal?: (error: HalleyError, closed: Promise<void>) => void;
}

const genesis: Reader = where(
  (value) => isRecord(value) || isText(value) || (Array.isArray(value) && value.length > 0),
  `a genesis document as parsed JSON, or the name of one: ${GENESIS_NAMES.join(', ')}`,
);

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Reads a private key. No error shows the value, because it may be a key in use, or most of one. */
const privateKey: Reader<string> = (value, option) => {
  const bytes = typeof value === 'string' ? tryFromHex(value.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return value as string;
  throw new HalleyError('invalid-argument', `${option} is not a private key, expected 32 bytes in hex`, { option });
};

const privateKeys: Reader<readonly string[]> = (value, option) => {
  if (Array.isArray(value)) return listOf(privateKey, 'private keys')(value, option);
  throw new HalleyError('invalid-argument', `${option} is not a list, expected a list of private keys in hex`, {
    option,
  });
};

const OPTIONS = {
  ...readersOf(DEVNET_OPTIONS),
  ...readersOf(NEW_EVM_OPTIONS),
  genesis,
  ...readersOf(NEW_BLOCK_OPTIONS),
  preinstalls: boolean,
  loadState,
  dumpState,
  fork,
  home: text,
  timestamp: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value < LATEST_BLOCK_TIME,
    `Unix seconds as a bigint from 1n to ${LATEST_BLOCK_TIME - 1n}n`,
  ),
  miningMode,
  faults,
  timeouts: object<Partial<ConsensusTimeouts>>(readersOf(TIMEOUT_OPTIONS)),
  mempool: object<Partial<MempoolLimits>>({ ...readersOf(MEMPOOL_OPTIONS), ...readersOf(EVM_MEMPOOL_OPTIONS) }),
  privateKeys,
  cosmosPrivateKeys: privateKeys,
  clientVersion: text,
  jsonRpc,
  rpc,
  ...SURFACE_READERS,
  chains: listOf(chain, 'chains'),
  listenOnAllChains: boolean,
  log: listener,
  onBug: listener,
  onDamage: listener,
  onArtifactWarning: listener,
  onSkippedKey: listener,
  onRecordFailure: listener,
  onDumpFailure: listener,
  onForkWarning: listener,
  onGenesisWarning: listener,
  onStorageWarning: listener,
  onFatal: listener,
} satisfies Members<DevnetOptions>;

/** Checks the options, and returns those that are defined. Throws HalleyError `invalid-argument`. */
export const readDevnetOptions: (given: unknown) => DevnetOptions = optionsOf<DevnetOptions>('createDevnet', OPTIONS);
