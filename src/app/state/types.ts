/**
 * Declares the application's state as its modules see it. EVM accounts, code and storage have typed access, because
 * they are the hot path and are committed in a Merkle Patricia trie. Every other module owns a byte-keyed store that is
 * committed in a tree with IAVL's proof spec. There is one balance and one nonce, and neither has a second copy. An
 * account's `balance` is its bank balance of the base denom, and its `nonce` is its auth sequence.
 */
import type { Event, ProofOp } from '../../abci/application.js';
import type { Account, AccountsReader, MachineState } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { Remote } from './remote_source.js';

/**
 * Stores of modules besides the EVM's accounts, code and storage; each is a leaf of the multistore, as `evm` is. `vm`
 * holds the EVM module's parameters and the record of the last block. Stores of future modules are listed already, with
 * the SDK's names, so that application hashes need not change with each of them. Vesting accounts are in `acc`, and
 * the second version of IBC is in `ibc`.
 */
export const STORE_NAMES = [
  ...['acc', 'authz', 'bank', 'consensus', 'dev', 'distribution', 'erc20', 'evidence', 'feegrant', 'feemarket', 'gov'],
  ...['group', 'ibc', 'mint', 'packetfowardmiddleware', 'slashing', 'staking', 'transfer', 'upgrade', 'vm', 'wasm'],
] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** Reads accounts, code, storage and stores. The caller must not change what is returned. */
export interface StateReader extends AccountsReader {
  get(store: StoreName, key: Bytes): Bytes | undefined;
  /**
   * Returns the hash of a block of the chain below, which the caller knows to be below the fork. It is undefined on a
   * chain that is no fork, and empty where the chain below has no such block.
   */
  foreignBlockHash(number: bigint): Bytes | undefined;
  /** Yields the entries whose key starts with `prefix`, ascending by key. */
  entries(store: StoreName, prefix: Bytes): Iterable<readonly [key: Bytes, value: Bytes]>;
}

/** Reads a committed state, and iterates over all of it. */
export interface CommittedState extends StateReader {
  /** Yields all accounts, ascending by address. */
  accounts(): Iterable<readonly [address: Bytes, account: Account]>;
  /** Yields the slots of an account that are not zero, ascending. Values have no leading zeros. */
  slots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]>;
  /** Yields what `accounts` does in any order, so that no step takes longer the more there are. */
  unsortedAccounts(): Iterable<readonly [address: Bytes, account: Account]>;
  /** Yields what `slots` does in any order. */
  unsortedSlots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]>;
}

/** Reader with writes on top, on which an EVM works. A revert undoes writes of every kind. */
export interface WorkingState extends StateReader, MachineState {
  set(store: StoreName, key: Bytes, value: Bytes): void;
  delete(store: StoreName, key: Bytes): void;
  /** Records an event until the set is sealed or dropped. `revertTo` undoes it, as it undoes a write. */
  emit(event: Event): void;
  /** Number of events so far. */
  readonly emitted: number;
  /** Returns the events after the first `count`. */
  eventsSince(count: number): readonly Event[];
}

/** Working set that is never committed. */
export interface Fork extends WorkingState {
  /** Copies the writes on the same base into a new set, whose journal and events are empty. */
  copy(): Fork;
  /** Yields the addresses whose account or storage differs from the base, each once. */
  changedAddresses(): Iterable<Bytes>;
  /** Yields the slots of an account that differ from the base. */
  changedSlots(address: Bytes): Iterable<Bytes>;
  /** Yields the addresses whose account was written since a checkpoint, each once. */
  addressesSince(checkpoint: number): Iterable<Bytes>;
  /** Yields the slots that were written since a checkpoint, each once. */
  slotsSince(checkpoint: number): Iterable<readonly [address: Bytes, slot: Bytes]>;
}

export interface SealedState {
  readonly height: bigint;
  /** Root of the multistore: a SHA-256 simple Merkle map over the stores' roots. */
  readonly appHash: Bytes;
  /** Root of the Merkle Patricia trie over the accounts. */
  readonly stateRoot: Bytes;
  /** Makes this height durable, as one part of the height's single batch. It is empty for a memory store. */
  readonly writes: readonly WriteOp[];
  /**
   * Accounts that this height changes, by themselves or in their storage. An account is `undefined` after its deletion.
   */
  readonly accounts: ReadonlyMap<ByteText, { readonly account: Account | undefined }>;
}

export interface AccountProof {
  readonly account: Account | undefined;
  readonly storageHash: Bytes;
  /** RLP nodes from the root down (EIP-1186). */
  readonly accountProof: readonly Bytes[];
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/** Prepared revert to an earlier height: everything that it needs has been read. */
export interface Revert {
  /** Makes the revert durable. */
  readonly writes: readonly WriteOp[];
  /** Reverts. The cost grows with the number of keys that differ, not with the number of heights. */
  apply(): void;
  /** Frees what only the heights above had. Run all steps after `apply`, and before the next height is committed. */
  free(): Steps<void>;
}

/** Computes roots of a fork repeatedly. Each costs as much as what was written since the root before. */
export interface RootsOfFork {
  /** Returns the current root. Nothing may be written between the steps. What the root holds must not be reverted later. */
  next(): Steps<Bytes>;
}

/** Versioned state of the application. Heights are consensus heights; genesis is `initialHeight - 1`. */
export interface AppState {
  /** Last committed height; `undefined` before genesis. */
  readonly height: bigint | undefined;
  readonly latest: CommittedState;
  /** State below that of a forked chain. Readers throw AbsentRemote for values that were not fetched. */
  readonly remote: Remote | undefined;
  /** Returns the state after a committed height. Throws HalleyError `height-pruned` or `height-too-high`. */
  at(height: bigint): CommittedState;
  /**
   * Returns a working set that is never committed, for CheckTx, calls and estimates. It costs nothing until it is
   * written to.
   */
  fork(base?: StateReader): Fork;
  /**
   * Returns the working set of the next block (or of genesis). There is one at a time: another call discards the last
   * one.
   */
  begin(height: bigint): WorkingState;
  /** Computes the roots of the working set. The committed state does not change. */
  seal(): SealedState;
  /** Computes them in steps, each much shorter than a slice. */
  sealing(): Steps<SealedState>;
  /** Makes the sealed height the latest. It is synchronous and cannot fail. */
  commit(): void;
  appHash(height: bigint): Bytes;
  stateRoot(height: bigint): Bytes;
  /** Returns the root that the accounts' trie would have with the writes of a fork of this state. */
  rootOf(fork: Fork): Bytes;
  /** Computes the same as `rootOf`, repeatedly while the fork is written to. */
  rootsOf(fork: Fork): RootsOfFork;
  proveAccount(height: bigint, address: Bytes, slots: readonly Bytes[]): AccountProof;
  /** Returns ICS-23 proof ops (`ics23:iavl`, then `ics23:simple`) of presence or absence against `appHash(height)`. */
  proveStore(height: bigint, store: StoreName, key: Bytes): readonly ProofOp[];
  /**
   * Returns the ICS-23 proof op (`ics23:simple`) that the multistore at `height` has `stateRoot(height)` under `evm`.
   */
  proveStateRoot(height: bigint): ProofOp;
  /** Removes every height above, and returns the writes that make it durable. */
  revertTo(height: bigint): readonly WriteOp[];
  /** Prepares what `revertTo` does. The steps change nothing: between them the state can be read, but not committed. */
  revertingTo(height: bigint): Steps<Revert>;
}
