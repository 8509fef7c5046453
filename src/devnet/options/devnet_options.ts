/**
 * What `createDevnet` takes. Everything has a default: those of `halley start` (`src/config/schema.ts`), but that nothing
 * listens. In a program the provider needs no socket, and two devnets at once must not ask for the same port.
 */
import { LATEST_BLOCK_TIME, MAX_VALIDATORS } from '../../config/bounds.js';
import { GENESIS_NAMES } from '../../config/genesis_names.js';
import type { ConsensusTimeouts } from '../../consensus/env.js';
import { isPrivateKey } from '../../crypto/secp256k1/index.js';
import { MACHINE_KINDS, type MachineKind } from '../../evm/machines.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import { ORDERS, type OrderName } from '../../mempool/order.js';
import { COMPAT_NAMES, type CompatName } from '../../rpc/evm/compat.js';
import type { LogListener } from '../log/node_log.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { Clock } from '../platform.js';
import { type AssetApiOptions, assets } from './asset_api_options.js';
import { type ChainOptions, chain } from './chain_options.js';
import type { ClockName } from './clock.js';
import { type CometRpcOptions, rpc } from './comet_rpc_options.js';
import { EVM_MEMBERS, type EvmOptions } from './evm_options.js';
import { type JsonRpcOptions, jsonRpc } from './json_rpc_options.js';
import { miningMode } from './mining_mode_option.js';
import {
  amount,
  boolean,
  isRecord,
  listener,
  listOf,
  type Members,
  object,
  oneOf,
  optionsOf,
  type Reader,
  text,
  where,
  whole,
} from './reader.js';

/** Holds the options of `createDevnet` under the names of the version before, which still work. */
export interface FormerDevnetOptions {
  /** @deprecated Use `miningMode`. */
  readonly pace?: MiningMode | string;
  /** @deprecated Use `compat`. */
  readonly identity?: CompatName;
}

export interface DevnetOptions extends EvmOptions, FormerDevnetOptions {
  /**
   * A genesis document as parsed JSON, or the name of one of the package's own (`GenesisName`: `dev`, `ethermint`, `ibc`,
   * `teaching`). Without it the chain in `home` goes on, or the development chain `halley_31337-1` begins. Throws
   * `invalid-genesis` for a bad document, and when `home` holds a chain with a different one.
   */
  readonly genesis?: unknown;
  /**
   * The gas limit of a new chain's blocks. The default is 30,000,000n. This, `hardfork`, `codeSizeLimit` and
   * `allowUnlimitedContractSize` go into the genesis document of a new chain. Together with `genesis` they throw
   * `invalid-argument`, and `invalid-genesis` where the chain in `home` has others.
   */
  readonly gasLimit?: bigint;
  /**
   * Folder that keeps the chain, made when it is missing; without it the chain ends with the process. `createDevnet`
   * throws `unavailable` while another devnet uses the folder, or when this version cannot migrate it. It throws
   * `corrupt-store` when the folder is damaged.
   */
  readonly home?: string;
  /**
   * Names the validators' keys and the network's randomness; with it the clock is virtual unless said otherwise. Without
   * it that of the chain in `home`.
   */
  readonly seed?: string;
  /** Validators to appoint, 1 to 200; without it those of the genesis document, or four. */
  readonly validators?: number;
  /**
   * The Unix time in seconds at which a new chain begins, if its genesis document names no time. Its clock goes on from
   * there. Without it a new chain begins now.
   */
  readonly timestamp?: bigint;
  /** When blocks are made: `{ type: 'interval', ms: 500 }`, or as the command takes it, `interval:500ms`; automine. */
  readonly miningMode?: MiningMode | string;
  /** Which transactions go into a block first: `fees`, who pays more, the default, or `fifo`, who came earlier. */
  readonly order?: OrderName;
  /** Limits the transactions of a block, Ethereum's and Cosmos's. The default is 0: any number. */
  readonly maxTransactions?: number;
  /** Whether `eth_sendTransaction` sends from any address, as after `anvil_autoImpersonateAccount`. The default is false. */
  readonly autoImpersonate?: boolean;
  /** In automine, transactions that arrive together share a block; false. */
  readonly automineBatch?: boolean;
  /** Where block times come from: the wall (the default without a seed), a virtual clock, or a clock of one's own. */
  readonly clock?: Clock | ClockName;
  /** The validators' timeouts, in nanoseconds of simulated time; those left out are the engine's own. */
  readonly timeouts?: Partial<ConsensusTimeouts>;
  /** What may wait; what is left out keeps its default. */
  readonly mempool?: Partial<MempoolLimits>;
  /** Private keys of the unlocked accounts, 32 bytes in hex each; without it those of the 20 development accounts. */
  readonly privateKeys?: readonly string[];
  /**
   * Private keys of the Cosmos accounts that `cosmosAccounts` lists, 32 bytes in hex each. The default are those of the 20
   * development accounts at m/44'/118'/0'/0/i. The genesis document decides what they own.
   */
  readonly cosmosPrivateKeys?: readonly string[];
  /** Which EVM runs blocks, calls and traces, of all its chains. */
  readonly machine?: MachineKind;
  /**
   * Whose node tools shall take this one for: `anvil`, `hardhat`, or `auto`, the default: Hardhat's for what Hardhat asks
   * over HTTP, Anvil's for all others. Decides `web3_clientVersion`, the unit of `evm_setIntervalMining` (seconds,
   * milliseconds), and whether a transaction that fails in its block is answered with its hash or, as Hardhat does, with
   * an error.
   */
  readonly compat?: CompatName;
  /** What `web3_clientVersion` answers instead; tools look at how it begins. */
  readonly clientVersion?: string;
  /** The node's name in `status` and `net_info`; `halley` without it. */
  readonly moniker?: string;
  /** The EVM's JSON-RPC. True stands for `{ address: true }`, false for `{}`, here and below. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  /** The consensus RPC. */
  readonly rpc?: CometRpcOptions | boolean;
  /** The asset API. */
  readonly assets?: AssetApiOptions | boolean;
  /**
   * Chains besides this one, in the same process, and sockets of those that the genesis document's plan names. With
   * `home` each is kept in a folder `chains/ID` of it.
   */
  readonly chains?: readonly ChainOptions[];
  /**
   * Whether the further chains listen too, unless `chains` gives them servers of their own. They have the settings of
   * `jsonRpc` and `rpc`, on ports that count up by 10 from chain to chain (8555, 8565, … and 26667, 26677, …), or on a free
   * port where that is taken. The chain's `urls` say where. The default is false.
   */
  readonly listenOnAllChains?: boolean;
  /**
   * Receives what `halley start` prints: calls over EVM JSON-RPC, blocks, console.log of contracts, messages of the relayer,
   * and in the pace `step` rounds and votes.
   */
  readonly log?: LogListener;
  /** Hears of bugs of ours that a request ran into; the client has its answer. */
  readonly onBug?: (where: string, error: unknown) => void;
  /** Hears, once for each record, of damage on disk that a read ran into; reads of other records go on. */
  readonly onDamage?: (error: HalleyError) => void;
  /** Hears of each file in the folder `keystore` of `home` that holds no key that could be opened, and why. */
  readonly onSkippedKey?: (file: string, why: string) => void;
  /**
   * Hears, once, what ends the devnet: a write that failed (`store-failed`), damage at the chain's end
   * (`corrupt-store`), a bug of ours (`stopped`). The devnet closes itself, which `closed` waits for; every later call
   * rejects with the same error. What was acknowledged is kept.
   */
  readonly onFatal?: (error: HalleyError, closed: Promise<void>) => void;
}

const CLOCK_NAMES: readonly ClockName[] = ['wall', 'virtual'];

const genesis: Reader = where(
  (value) => isRecord(value) || isText(value),
  `a genesis document as parsed JSON, or the name of one: ${GENESIS_NAMES.join(', ')}`,
);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const clock: Reader<Clock | ClockName> = where(
  (value) =>
    typeof value === 'object'
      ? typeof (value as Partial<Clock> | null)?.now === 'function'
      : CLOCK_NAMES.includes(value as ClockName),
  `${CLOCK_NAMES.map((name) => `"${name}"`).join(', ')} or an object with now()`,
);

const timeout: Reader<bigint> = where(
  (value) => typeof value === 'bigint' && value >= 0n,
  'nanoseconds as a bigint, none below 0n',
);

const TIMEOUTS = {
  propose: timeout,
  proposeDelta: timeout,
  prevote: timeout,
  prevoteDelta: timeout,
  precommit: timeout,
  precommitDelta: timeout,
  commit: timeout,
  skipTimeoutCommit: boolean,
} satisfies Members<ConsensusTimeouts>;

const MEMPOOL = {
  size: amount,
  maxTxsBytes: amount,
  maxTxBytes: amount,
  cacheSize: amount,
  keepInvalidTxsInCache: boolean,
  recheck: boolean,
  accountQueue: amount,
  globalQueue: amount,
  priceBump: amount,
} satisfies Members<MempoolLimits>;

/** No error shows the value: it may be a private key that is in use, or most of one. */
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
  ...EVM_MEMBERS,
  genesis,
  gasLimit: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value < 2n ** 63n,
    'a bigint from 1n to 2n ** 63n - 1n',
  ),
  home: text,
  seed: text,
  validators: whole(1, MAX_VALIDATORS),
  timestamp: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value < LATEST_BLOCK_TIME,
    `Unix seconds as a bigint from 1n to ${LATEST_BLOCK_TIME - 1n}n`,
  ),
  miningMode,
  order: oneOf(...ORDERS),
  maxTransactions: whole(0),
  autoImpersonate: boolean,
  automineBatch: boolean,
  clock,
  timeouts: object<Partial<ConsensusTimeouts>>(TIMEOUTS),
  mempool: object<Partial<MempoolLimits>>(MEMPOOL),
  privateKeys,
  cosmosPrivateKeys: privateKeys,
  machine: oneOf(...MACHINE_KINDS),
  compat: oneOf(...COMPAT_NAMES),
  clientVersion: text,
  moniker: text,
  jsonRpc,
  rpc,
  assets,
  chains: listOf(chain, 'chains'),
  listenOnAllChains: boolean,
  log: listener,
  onBug: listener,
  onDamage: listener,
  onSkippedKey: listener,
  onFatal: listener,
} satisfies Members<PresentOptions>;

type PresentOptions = Omit<DevnetOptions, keyof FormerDevnetOptions>;

/** Checks the options, and returns those that are defined. Throws HalleyError `invalid-argument`. */
export const readDevnetOptions: (given: unknown) => PresentOptions = optionsOf<PresentOptions>(
  'createDevnet',
  OPTIONS,
  [],
  { pace: 'miningMode', identity: 'compat' } satisfies Record<keyof FormerDevnetOptions, keyof PresentOptions>,
);
