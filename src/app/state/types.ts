/**
 * The application's state as its modules see it. EVM accounts, code and storage have typed access, because they are the
 * hot path and are committed in a Merkle Patricia trie; every other module owns a byte-keyed store that is committed in
 * a tree with IAVL's proof spec. One balance and one nonce: an account's `balance` is its bank balance of the base
 * denom, its `nonce` its auth sequence (no second copy anywhere).
 */
import type { Event, ProofOp } from '../../abci/application.js';
import type { Account } from '../../evm/account.js';
import type { AccountsReader, MachineState } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { Remote } from './remote_source.js';

/**
 * Module stores besides the EVM's accounts, code and storage; each is a leaf of the multistore, as `evm` is. `vm` is what
 * the EVM module keeps besides those: its parameters and the record of the last block. Those of modules to come stand
 * there already, so that application hashes need not change with each of them.
 */
export const STORE_NAMES = [
  ...['auth', 'bank', 'dev', 'distribution', 'erc20', 'feemarket', 'gov', 'ibc', 'mint', 'slashing', 'staking'],
  ...['packetfowardmiddleware', 'transfer', 'vm', 'wasm'],
] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** Accounts, code and storage, and the stores beside them. Nothing returned may be changed by the caller. */
export interface StateReader extends AccountsReader {
  get(store: StoreName, key: Bytes): Bytes | undefined;
  /** Entries whose key starts with `prefix`, ascending by key. */
  entries(store: StoreName, prefix: Bytes): Iterable<readonly [key: Bytes, value: Bytes]>;
}

/** A committed state, which can be walked from end to end. */
export interface CommittedState extends StateReader {
  /** Ascending by address. */
  accounts(): Iterable<readonly [address: Bytes, account: Account]>;
  /** Those of an account that are not zero, ascending; values without leading zeros. */
  slots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]>;
}

/** A reader with writes on top: what a machine works on. A revert undoes writes of every kind. */
export interface WorkingState extends StateReader, MachineState {
  set(store: StoreName, key: Bytes, value: Bytes): void;
  delete(store: StoreName, key: Bytes): void;
  /** Remembers what happened, until the set is sealed or dropped; undone by `revertTo` as a write is. */
  emit(event: Event): void;
  /** How many events there are. */
  readonly emitted: number;
  /** Those behind the first `count`. */
  eventsSince(count: number): readonly Event[];
}

/** A throw-away working set. */
export interface Fork extends WorkingState {
  /** The same writes on the same base, in a set of its own; its journal and its events begin anew. */
  copy(): Fork;
  /** Whose account was written since a checkpoint, each once. */
  addressesSince(checkpoint: number): Iterable<Bytes>;
  /** Which slots were, each once. */
  slotsSince(checkpoint: number): Iterable<readonly [address: Bytes, slot: Bytes]>;
}

export interface SealedState {
  readonly height: bigint;
  /** Root of the multistore: SHA-256 simple Merkle map over the stores' roots. */
  readonly appHash: Bytes;
  /** Root of the Merkle Patricia trie over the accounts. */
  readonly stateRoot: Bytes;
  /** What makes this height durable; one part of the height's single batch. Empty for a memory store. */
  readonly writes: readonly WriteOp[];
  /** The accounts that this height changes, by themselves or in their storage; undefined where there is none any more. */
  readonly accounts: ReadonlyMap<ByteText, { readonly account: Account | undefined }>;
}

export interface AccountProof {
  readonly account: Account | undefined;
  readonly storageHash: Bytes;
  /** RLP nodes from the root down (EIP-1186). */
  readonly accountProof: readonly Bytes[];
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/** A revert to an earlier height that is prepared: everything that it needs has been read. */
export interface Revert {
  /** Makes the revert durable. */
  readonly writes: readonly WriteOp[];
  /** Reverts. The cost grows with the number of keys that differ, not with the number of heights. */
  apply(): void;
  /** Frees what only the heights above had. Run all steps after `apply`, and before the next height is committed. */
  free(): Steps<void>;
}

/** Computes roots of a fork again and again; each costs as much as what was written since the root before. */
export interface RootsOfFork {
  /** Returns the current root. Nothing may be written between the steps. What the root holds must not be reverted later. */
  next(): Steps<Bytes>;
}

/** The versioned state of the application. Heights are consensus heights; genesis is `initialHeight - 1`. */
export interface AppState {
  /** The last committed height; undefined before genesis. */
  readonly height: bigint | undefined;
  readonly latest: CommittedState;
  /** The state beneath that of a forked chain: readers throw AbsentRemote for what was not fetched of it. */
  readonly remote: Remote | undefined;
  /** The state after a committed height. Throws HalleyError `height-pruned` or `height-too-high`. */
  at(height: bigint): CommittedState;
  /** A throw-away overlay: CheckTx, calls, estimates. Costs nothing until written to. */
  fork(base?: StateReader): Fork;
  /** The working set of the next block (or of genesis). One at a time; beginning again discards the last one. */
  begin(height: bigint): WorkingState;
  /** Roots of the working set; the committed state is still the old one. */
  seal(): SealedState;
  /** Makes the sealed height the latest. Synchronous and cannot fail. */
  commit(): void;
  appHash(height: bigint): Bytes;
  stateRoot(height: bigint): Bytes;
  /** What the root of the accounts' trie would be with what a fork of this state has written. */
  rootOf(fork: Fork): Bytes;
  /** Does the same as `rootOf`, again and again while the fork is written to. */
  rootsOf(fork: Fork): RootsOfFork;
  proveAccount(height: bigint, address: Bytes, slots: readonly Bytes[]): AccountProof;
  /** ICS-23 proof ops (`ics23:iavl`, then `ics23:simple`) of presence or absence against `appHash(height)`. */
  proveStore(height: bigint, store: StoreName, key: Bytes): readonly ProofOp[];
  /** ICS-23 proof op (`ics23:simple`) that the multistore at `height` holds `stateRoot(height)` under `evm`. */
  proveStateRoot(height: bigint): ProofOp;
  /** Forgets every height above; returns the writes that make it durable. */
  revertTo(height: bigint): readonly WriteOp[];
  /** Prepares what `revertTo` does. The steps change nothing: between them the state can be read, but not committed. */
  revertingTo(height: bigint): Steps<Revert>;
}
