/** Defines how methods go back to an earlier state, replace the state, and read all of it. */
import type { UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import type { EarlierHistory } from './blocks.js';

/** Snapshot by its id and by the block that was newest when it was taken. */
export interface EvmSnapshot {
  readonly id: number;
  readonly height: bigint;
  readonly hash: Bytes;
}

/** Snapshots of the chain (consensus, state, mempool, clock) and its settings (mining mode, impersonation). */
export interface EvmSnapshots {
  /** Resolves to the snapshot's number, from 1. */
  snapshot(): Promise<number>;
  /** Returns the valid snapshots, oldest first. */
  snapshots(): readonly EvmSnapshot[];
  /**
   * Reverts, and removes the snapshot and all later ones. Resolves to false when there is no such snapshot. The
   * settings are reverted only with `settings`.
   */
  revert(id: bigint, settings: boolean): Promise<boolean>;
}

/** Return of the chain to an earlier state without a snapshot. */
export interface EvmRollback {
  /** Reverts to the first block and removes everything after it. */
  reset(): Promise<void>;
  /** Reverts the given number of blocks. Throws HalleyError beyond the first block. */
  rollback(depth: bigint): Promise<void>;
  /** Replaces the newest blocks by as many others. Throws HalleyError. */
  reorg(request: EvmReorg): Promise<void>;
}

/** Replacement of the newest blocks. */
export interface EvmReorg {
  readonly depth: bigint;
  /** Transactions of the new blocks, whose positions count from 0. Each is signed, or signed by the node. */
  readonly txs: readonly {
    readonly block: number;
    readonly tx: Bytes | { readonly from: Bytes; readonly unsigned: UnsignedEthereumTx };
  }[];
  /** Whether the new blocks have the transactions of those that they replace, as far as they are still valid. */
  readonly keepsTxs?: boolean | undefined;
  /** Round in which each new block is decided. The default is 1. */
  readonly round?: number | undefined;
  /** Seconds from the time of each removed block to that of its replacement. The default is 1. */
  readonly delay?: bigint | undefined;
}

export interface StateDumpRequest {
  /** Whether the states after earlier blocks are dumped too. */
  readonly historicalStates: boolean;
  readonly client: Client;
  readonly out: TextSink;
}

/** State files in the format of Anvil. */
export interface EvmStateFiles {
  /**
   * Writes the JSON string of the state to `out`: 0x and the hex of gzip data. Rejects with HalleyError `conflict` when
   * the chain is reverted meanwhile.
   */
  dumpState(request: StateDumpRequest): Promise<void>;
  /**
   * Puts the accounts of a state file over those of the chain, and its blocks in place of those of the chain where that
   * is possible. Rejects with HalleyError when the file is invalid or refused; then nothing has changed. The file is
   * read in time slices of the client.
   */
  loadState(bytes: Bytes, client: Client): Promise<void>;
}

/** History at and below the fork, which the remote node has. Its label has no path, user or key of the URL. */
export interface ForkedHistory extends EarlierHistory {
  /** EIP-155 chain id of the remote. */
  readonly chainId: bigint;
  readonly retries: number;
  readonly retryBackoffMs: number;
  readonly timeoutMs: number;
  /** Changes the URL for later requests. The new node must serve the same chain. */
  setUrl(url: string): void;
}

/** Chain and block to fork. */
export interface ForkTarget {
  /** URL of the node; `undefined` keeps that of the present fork. */
  readonly url: string | undefined;
  /** Height of the fork; `undefined` means the remote's newest block. */
  readonly blockNumber: bigint | undefined;
  /** HTTP headers of requests to the node; `undefined` keeps those of the present fork for its host. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EvmForked {
  /** `undefined` on a chain that is not a fork. It changes with `resetFork`. */
  readonly forked: ForkedHistory | undefined;
  /**
   * Begins again on the target, or on no fork without one. The chain goes on unchanged when the promise rejects: with
   * HalleyError `unavailable` where the chain cannot be replaced or the node does not answer, or with the node's
   * refusal.
   */
  resetFork(target: ForkTarget | undefined): Promise<void>;
}

export interface EvmPageRequest {
  /** Lowest hash of the page, 32 bytes. */
  readonly start: Bytes;
  readonly limit: number;
  readonly client: Client;
}

export interface EvmPage<T> {
  /** Sorted by hash, ascending. */
  readonly entries: readonly T[];
  /** Hash of the next entry; `undefined` when there is none. */
  readonly next: Bytes | undefined;
}

export interface EvmStorageEntry {
  /** Keccak-256 of the slot. */
  readonly hash: Bytes;
  /** Slot, 32 bytes. */
  readonly key: Bytes;
  /** Value without leading zeros. */
  readonly value: Bytes;
}

export interface EvmAccountEntry {
  /** Keccak-256 of the address. */
  readonly hash: Bytes;
  /** Address. */
  readonly key: Bytes;
  readonly account: { readonly nonce: bigint; readonly balance: bigint; readonly codeHash: Bytes };
  readonly storageRoot: Bytes;
  /** `undefined` where it was not requested. */
  readonly code: Bytes | undefined;
  /** Slots with nonzero values. */
  readonly storage: readonly (readonly [slot: Bytes, value: Bytes])[] | undefined;
}

export interface EvmAccountPageRequest extends EvmPageRequest {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

/** State in the form of tries: roots within a block, and pages in the order of hashed keys. */
export interface EvmStateRanges {
  /**
   * Resolves to the state root after each Ethereum transaction of a published block, or to undefined for the genesis.
   * The roots do not include what modules do after the last transaction. Throws HalleyError.
   */
  intermediateRoots(height: bigint, client: Client): Promise<readonly Bytes[] | undefined>;
  /**
   * Resolves to slots of an account before an Ethereum transaction of a published block. With the number of
   * transactions as the index, the state is that after the last. Resolves to undefined for the genesis. Throws
   * HalleyError.
   */
  storageRange(
    height: bigint,
    transactionIndex: number,
    address: Bytes,
    request: EvmPageRequest,
  ): Promise<EvmPage<EvmStorageEntry> | undefined>;
  /** Resolves to accounts of the state that the block's root commits to. Throws HalleyError. */
  accountRange(height: bigint, request: EvmAccountPageRequest): Promise<EvmPage<EvmAccountEntry>>;
}
