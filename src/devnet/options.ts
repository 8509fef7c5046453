/**
 * What `createDevnet` takes. Everything has a default: those of `halley start` (`src/config/schema.ts`), but that nothing
 * listens. In a program the provider needs no socket, and two devnets at once must not ask for the same port.
 */
import type { MachineKind } from '../evm/machines.js';
import type { HalleyError } from '../kernel/errors.js';
import type { MempoolLimits } from '../mempool/limits.js';
import type { OrderName } from '../mempool/order.js';
import type { AssetSettings } from '../rpc/assets/settings.js';
import type { CometLimits } from '../rpc/comet/options.js';
import type { CompatName } from '../rpc/evm/compat.js';
import type { EvmLimits } from '../rpc/evm/limits.js';
import type { CorsPolicy } from '../server/cors.js';
import type { ServerLimits } from '../server/limits.js';
import type { TlsFiles } from '../server/tls.js';
import type { ConsensusTimeouts } from '../simulation/index.js';
import type { EvmOptions } from './evm_options.js';
import type { LogListener } from './log/node_log.js';
import type { MiningMode } from './mining/mining_mode.js';
import type { PlannedChain } from './plan/network_plan.js';
import type { Clock } from './platform.js';
import type { ClockName } from './runtime/clock.js';

/**
 * Where a server listens: `127.0.0.1:8545`, `tcp://…`, `unix:///path`, with port 0 a free one; true: a free port of
 * 127.0.0.1; false, the default: nowhere.
 */
export type Where = string | boolean;

/** Interface A: the EVM's JSON-RPC. */
export interface JsonRpcOptions {
  /** Where HTTP and its WebSocket upgrades listen; commas separate several addresses. */
  readonly address?: Where;
  /** WebSocket alone. */
  readonly wsAddress?: Where;
  /** Whether to take a free port where that of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Origins whose pages may read answers over HTTP, such as `https://*.example.com`. The default is `*`, which means all. */
  readonly corsOrigins?: readonly string[];
  /**
   * Whose methods are served: `eth`, `net`, `web3`, which are the default; `all` for all that there are, `txpool` too.
   * `rpc` and what steers the chain (`evm`, `hardhat`, `anvil`, `halley`) always are.
   */
  readonly namespaces?: readonly string[];
  /**
   * Whether transactions without a chain id (before EIP-155) are taken, as Anvil, Hardhat and deployments by a keyless
   * account have it; true.
   */
  readonly allowUnprotectedTxs?: boolean;
  /** Whether the node acts with its keys for who asks by RPC: lists them, unlocks them, sends; true. */
  readonly allowInsecureUnlock?: boolean;
  /** Whether methods of `debug` profile the process, and write what they find into files; true. */
  readonly enableProfiling?: boolean;
  /** The least price in wei that `eth_gasPrice` returns. The default is 0n. */
  readonly gasPrice?: bigint;
  /** How many blocks `safe` is behind `latest`; `finalized` is twice as far behind. The default is 0: both are `latest`. */
  readonly slotsInAnEpoch?: number;
  /** Wei of tip for a unit of gas that a transaction must offer to be taken; 0n. */
  readonly minTip?: bigint;
  /** What one client may ask for; holds for the provider too. What is left out keeps its default. */
  readonly limits?: Partial<EvmLimits>;
  /** What the listeners bear: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Makes both addresses HTTPS and WSS. */
  readonly tls?: TlsFiles;
  /** Host names whose pages may open a WebSocket, `*` for all; without it pages of this machine. */
  readonly webSocketOrigins?: readonly string[];
}

/** Interface B: the consensus engine's RPC. */
export interface CometRpcOptions {
  /** Several are separated by commas. */
  readonly address?: Where;
  /** Whether to take a free port where that of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** The root answers in it: `0.34`, `0.37` (the default), `0.38` or `documented`; the others are under their prefixes. */
  readonly dialect?: string;
  /** Copies the engine literally, the default; false is kinder to clients. */
  readonly strict?: boolean;
  /** Serves dial_seeds, dial_peers and unsafe_flush_mempool too. */
  readonly unsafe?: boolean;
  /** Ends a slow client's subscription as soon as `limits.writeQueue` frames wait for it. */
  readonly closeOnSlowClient?: boolean;
  /** What one client may ask for. What is left out keeps its default. */
  readonly limits?: Partial<CometLimits>;
  /** What the listeners bear: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Which pages may read answers; none without it. Its origins may open WebSockets too, besides pages of this machine. */
  readonly cors?: CorsPolicy;
  /** Makes every address HTTPS and WSS. */
  readonly tls?: TlsFiles;
}

/** Interface C: the asset API. */
export interface AssetApiOptions extends Partial<AssetSettings> {
  /** HTTP. */
  readonly address?: Where;
  /** Whether to take a free port where that of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Served under this path too: `/api/skip`. */
  readonly prefix?: string;
  /**
   * Chains, channels and assets that are described, not simulated, as parsed JSON; of a chain that is simulated its state
   * is believed instead. Refused with `invalid-config` where its form is wrong.
   */
  readonly topology?: unknown;
  /** Hears of each entry of the topology that was left out, and why. */
  readonly onSkipped?: (entry: string) => void;
}

/** Holds the options of a chain under the names of the version before, which still work. */
export interface FormerChainOptions {
  /** @deprecated Use `miningMode`. */
  readonly pace?: MiningMode | string;
}

/** A chain besides the devnet's own, or, by its id, one of the plan's with sockets. */
export interface ChainOptions extends PlannedChain, FormerChainOptions {
  /** Its EVM JSON-RPC; nothing listens without it. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  /** Its consensus RPC; nothing listens without it. */
  readonly rpc?: CometRpcOptions | boolean;
}

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

/** The options of a server that may be given by a boolean alone. */
export function serverOptions<T extends { readonly address?: Where }>(given: T | boolean | undefined): Partial<T> {
  if (typeof given === 'object') return given;
  return given === true ? ({ address: true } as Partial<T>) : {};
}
