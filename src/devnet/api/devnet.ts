/** A running devnet as a program has it. */
import type { UnixNanos } from '../../kernel/time.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import type { ChannelTerms, ClosedEnd, OpenedChannel } from '../chains/channel_control.js';
import type { Urls } from '../listeners.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { ConsensusPosition, StepUnit } from '../runtime/stepping.js';
import type { RevertOptions } from '../snapshots/snapshots.js';
import type { DevnetAccount, DevnetCosmosAccount } from './accounts.js';
import type { DevnetChains } from './chains.js';
import type { MineOptions } from './mining.js';
import type { NativeCurrency } from './native_currency.js';
import type { DevnetNetwork } from './network.js';
import type { DevnetRelayer } from './relayer.js';
import type { DevnetTime } from './time.js';
import type { DevnetValidator } from './validators.js';

/**
 * A running devnet. Once it is closed, what makes blocks or changes state rejects with HalleyError `unavailable`, and with
 * the error of `onFatal` once that has ended it; what only reads goes on answering.
 */
export interface Devnet {
  /** The consensus chain's id: `halley_31337-1`. */
  readonly chainId: string;
  /** EIP-155's: `31337n`, the number inside `chainId` until `anvil_setChainId` sets another. */
  readonly evmChainId: bigint;
  /** The coin that pays for gas, as the bank module describes it now. */
  readonly nativeCurrency: NativeCurrency;
  /** Nanoseconds since 1970. */
  readonly genesisTime: UnixNanos;
  /** The unlocked accounts, with what they own now. */
  readonly accounts: readonly DevnetAccount[];
  /** The accounts of the mnemonic at the Cosmos path m/44'/118'/0'/0/i, with what they own now. */
  readonly cosmosAccounts: readonly DevnetCosmosAccount[];
  /** Where its servers listen. */
  readonly urls: Urls;
  /** The EVM's JSON-RPC as EIP-1193 has it, without sockets. Rejects with RpcError. */
  readonly provider: EvmProvider;
  /** The chains of this devnet: its own, and the counterparties. */
  readonly chains: DevnetChains;
  /** What carries packets and handshakes between them. */
  readonly relayer: DevnetRelayer;
  /**
   * Opens a channel between two chains by handshake, over a connection that they have or a new one, with the blocks that
   * it needs; resolves to its ends' names. Rejects with HalleyError: `invalid-argument`, `not-found`, `conflict` for what
   * a chain refuses, `unavailable` in a devnet of one chain or when no block can be decided.
   */
  openChannel(terms: ChannelTerms): Promise<OpenedChannel>;
  /**
   * Closes one end of a channel, which transfer channels let no transaction do, with a block; the relayer closes the other
   * one. Rejects with HalleyError: `invalid-argument`, `not-found`, `conflict`, `unavailable`.
   */
  closeChannel(end: ClosedEnd): Promise<void>;
  /** Height of the newest block. */
  readonly height: bigint;
  /** The time of the blocks to come. */
  readonly time: DevnetTime;
  /** Whoever has a key in this devnet, in the order of the keys: a validator's index is its place here. */
  readonly validators: readonly DevnetValidator[];
  /** The simulated network. */
  readonly network: DevnetNetwork;
  /** When blocks are made. */
  readonly miningMode: MiningMode;
  /**
   * Makes blocks so from now on, also in the middle of one: a height that is under way goes on. For automine it is over,
   * and what waits is in blocks, when this resolves. Rejects with HalleyError `invalid-argument` for what is no pace.
   */
  setMiningMode(miningMode: MiningMode | string): Promise<void>;
  /** @deprecated Use `miningMode`. */
  readonly pace: MiningMode;
  /** @deprecated Use `setMiningMode`. */
  setPace(miningMode: MiningMode | string): Promise<void>;
  /**
   * In the paces `step` and `manual`: goes on by one unit or by so many, and says where the observed node then stands.
   * Rejects with HalleyError: `invalid-argument`, or `unavailable` in another pace.
   */
  step(unit?: StepUnit, count?: number): Promise<ConsensusPosition>;
  /**
   * One block now, with what waits, or several; resolves to the height of the last one. Rejects with HalleyError:
   * `invalid-argument` for what cannot be asked for, `unavailable` for a time that is not after the newest block's, and
   * when the validators cannot decide.
   */
  mine(options?: MineOptions): Promise<bigint>;
  /** Remembers the chain (consensus, state, mempool, clock) and its settings; resolves to the snapshot's id. */
  snapshot(): Promise<number>;
  /**
   * Reverts the chain to a snapshot, and removes that snapshot and all later ones. Resolves to false when there is no such
   * snapshot. The mining mode and impersonation stay as they are, unless `settings` is true. Filters always stay.
   */
  revert(id: number, options?: RevertOptions): Promise<boolean>;
  /**
   * Gives a validator, by its index among the devnet's or by its consensus address in hex, another voting power, and
   * makes the block that says so; two heights later it counts. Power 0 removes it. Rejects with HalleyError:
   * `invalid-argument` for what is neither or no power, `not-found` for a validator that does not exist, `unavailable`
   * when the validators cannot decide a block.
   */
  setValidatorPower(validator: number | string, power: bigint | number): Promise<void>;
  /**
   * Ends what is under way, stops listening, closes the store; again and after a fatal error without harm. Rejects when the
   * store cannot be closed.
   */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
