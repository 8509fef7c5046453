/** Defines a running devnet for programs. */
import type { PassedProposal } from '../../backend/evm/node.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import type { ChannelTerms, ClosedEnd, OpenedChannel } from '../chains/channel_control.js';
import type { Urls } from '../listeners.js';
import type { MiningMode } from '../mining/mining_mode.js';
import type { DumpOptions } from '../options/state_options.js';
import type { ConsensusPosition, StepUnit } from '../runtime/stepping.js';
import type { RevertOptions } from '../snapshots/snapshots.js';
import type { DevnetValidator } from '../views/validators.js';
import type { DevnetAccount, DevnetCosmosAccount } from './accounts.js';
import type { DevnetChains } from './chains.js';
import type { DevnetFork } from './fork.js';
import type { MineOptions, ReorgOptions } from './mining.js';
import type { NativeCurrency } from './native_currency.js';
import type { DevnetNetwork } from './network.js';
import type { DevnetRelayer } from './relayer.js';
import type { DevnetTime } from './time.js';
import type { DevnetValidatorKey, ValidatorTerms } from './validators.js';
import type { DevnetWallet } from './wallet.js';

/**
 * Represents a running devnet. After it has closed, calls that make blocks or change state reject with HalleyError
 * `unavailable`, or with the error of `onFatal` when that ended it. Calls that only read still work.
 */
export interface Devnet {
  /** Id of the consensus chain, such as `halley_31337-1`. A reset to another fork may change it. */
  readonly chainId: string;
  /** EIP-155 chain id, such as `31337n`: the number inside `chainId`, until `anvil_setChainId` sets another. */
  readonly evmChainId: bigint;
  /** Coin that pays for gas by the bank module's current metadata. */
  readonly nativeCurrency: NativeCurrency;
  /** Nanoseconds since 1970. */
  readonly genesisTime: UnixNanos;
  /**
   * `undefined` for a chain that is not a fork, and for a fork that was opened without its node. A reset may change it.
   */
  readonly fork: DevnetFork | undefined;
  /** Unlocked accounts with their current balances. */
  readonly accounts: readonly DevnetAccount[];
  /** Accounts of the mnemonic at the Cosmos path m/44'/118'/0'/0/i with their current balances. */
  readonly cosmosAccounts: readonly DevnetCosmosAccount[];
  /** Addresses of its servers. */
  readonly urls: Urls;
  /** Serves the EVM JSON-RPC by EIP-1193, without sockets. Rejects with RpcError. */
  readonly provider: EvmProvider;
  /** Wallet for pages and their tests, in place of an extension. */
  readonly wallet: DevnetWallet;
  /** Chains of this devnet: its own, and the counterparties. */
  readonly chains: DevnetChains;
  /** Controls the relayer, which relays packets and handshakes between the chains. */
  readonly relayer: DevnetRelayer;
  /**
   * Opens a channel between two chains by handshake, over an existing connection or a new one, and makes the blocks for
   * it. Resolves to the names of its ends. Rejects with HalleyError: `invalid-argument`, `not-found`, `conflict` when a
   * chain refuses, `unavailable` in a devnet of one chain or when no block can be decided.
   */
  openChannel(terms: ChannelTerms): Promise<OpenedChannel>;
  /**
   * Closes one end of a channel, and makes a block for it; no transaction can close a transfer channel. The relayer
   * closes the other end. Rejects with HalleyError: `invalid-argument`, `not-found`, `conflict`, `unavailable`.
   */
  closeChannel(end: ClosedEnd): Promise<void>;
  /** Height of the newest block. */
  readonly height: bigint;
  /** Controls the time of the next blocks. */
  readonly time: DevnetTime;
  /** Validators whose keys the devnet has, in the order of the keys. The position is the validator's index. */
  readonly validators: readonly DevnetValidator[];
  /** Shows the simulated network, and causes faults in it. */
  readonly network: DevnetNetwork;
  /** Mining mode, which decides when blocks are made. */
  readonly miningMode: MiningMode;
  /**
   * Sets when blocks are made, also in the middle of one: a height that has started continues. For automine that height
   * is over, and the pending transactions are in blocks, when this resolves. Rejects with HalleyError
   * `invalid-argument` for an invalid mining mode.
   */
  setMiningMode(miningMode: MiningMode | string): Promise<void>;
  /**
   * Steps the network by `count` units in the mining modes `step` and `manual`. Resolves to the position of the
   * observed node. Rejects with HalleyError `invalid-argument`, or `unavailable` in another mode.
   */
  step(unit?: StepUnit, count?: number): Promise<ConsensusPosition>;
  /**
   * Mines a block with the pending transactions now, or several blocks. Resolves to the height of the last one. Rejects
   * with HalleyError: `invalid-argument` for an invalid option, `unavailable` for a time that is not after the newest
   * block's, or when the validators cannot decide.
   */
  mine(options?: MineOptions): Promise<bigint>;
  /**
   * Replaces the newest blocks by as many others, with other hashes and later times, as `anvil_reorg` does. CometBFT
   * never does this, and other chains do. Pending transactions stay pending. Rejects with HalleyError before anything
   * has changed: `invalid-argument` for an invalid option, `unavailable` in a devnet of several chains or when the
   * validators cannot decide; and `conflict` afterwards, when a given transaction was refused.
   */
  reorg(options?: ReorgOptions): Promise<void>;
  /** Takes a snapshot of the chain (consensus, state, mempool, clock) and its settings. Resolves to its id. */
  snapshot(): Promise<number>;
  /**
   * Reverts the chain to a snapshot, and removes that snapshot and all later ones. Resolves to false when there is no
   * such snapshot. The mining mode and impersonation are reverted only if `settings` is true. Filters are never
   * reverted.
   */
  revert(id: number, options?: RevertOptions): Promise<boolean>;
  /**
   * Writes the state to a file in the format of Anvil: accounts, blocks and transactions. A write that fails or is
   * killed leaves the file as it was. Rejects with HalleyError: `store-failed` when it cannot be written, `conflict` when
   * the chain is reverted meanwhile.
   */
  dumpState(file: string, options?: DumpOptions): Promise<void>;
  /**
   * Merges the accounts of a state file, given by its path or its bytes, into those of the chain. Balances, code and
   * listed slots are replaced, and the higher nonce is kept. A file with blocks replaces those of the chain, which
   * continues after them; filters and snapshots are removed. On a fork, and with a home folder, a record or other chains,
   * only the accounts and the base fee of the next block are loaded. Rejects with HalleyError `invalid-argument` for an
   * invalid file; then nothing has changed.
   */
  loadState(state: string | Uint8Array): Promise<void>;
  /**
   * Sets the voting power of a validator, and makes the block that holds the change. The validator is an index, or a
   * consensus address in hex. The power takes effect two heights later; 0 removes the validator. Rejects with
   * HalleyError: `invalid-argument` for an invalid validator or power, `not-found` for an unknown validator,
   * `unavailable` when the validators cannot decide a block.
   */
  setValidatorPower(validator: number | string, power: bigint | number): Promise<void>;
  /**
   * Adds a validator with a node of its own, and makes the block that registers it. Its key is the next one derived
   * from the seed, and it is in the set two heights later. Resolves to the validator. In the mining modes `step` and
   * `realtime` it resolves before that block. Rejects with HalleyError: `invalid-argument` for an invalid power or
   * name, `conflict` for a name in use or too many validators, `unavailable` when the validators cannot decide a block.
   */
  addValidator(terms?: ValidatorTerms): Promise<DevnetValidator>;
  /**
   * Sets the power of a validator to 0, and makes the block with this change. The validator leaves the set two heights
   * later. Its node remains, and `setValidatorPower` can give it power again. Rejects with HalleyError: `not-found` for
   * an unknown validator, `conflict` when it has no power, `invalid-argument` when it is jailed or no other one has
   * power, `unavailable` when the validators cannot decide a block.
   */
  removeValidator(validator: number | string): Promise<void>;
  /**
   * Passes a proposal of governance whatever its deposits and votes are: one that exists, by its id, or a new one with
   * these messages in protobuf's JSON (`@type`, and the account of gov as `authority`). The block that it makes runs the
   * messages. Resolves to the outcome, also when one of them failed. Rejects with HalleyError: `not-found` for an unknown
   * id, `conflict` for a proposal that has ended, `invalid-argument` for messages that no proposal may have,
   * `unavailable` when the validators cannot decide a block.
   */
  passProposal(proposal: bigint | number | readonly object[]): Promise<PassedProposal>;
  /**
   * Keys with which the devnet signs for its validators. They are derived from the seed, so they are not secret; use
   * them to craft evidence.
   */
  readonly validatorKeys: readonly DevnetValidatorKey[];
  /**
   * Ends work in progress, stops listening, and closes the store. It may be called again, and after a fatal error.
   * Rejects when the store cannot be closed.
   */
  close(): Promise<void>;
  /** Closes the devnet, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
