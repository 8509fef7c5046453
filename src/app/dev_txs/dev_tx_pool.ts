/**
 * The pending dev transactions, and the EVM's state at a height with the dev changes applied. That is the committed
 * state after the leading dev transactions of the next block; at the head, after the pending ones. None of it is
 * stored. The state at the head is computed while dev transactions are pending. The state below the head is computed
 * when the sequences of two heights differ.
 *
 * The pool belongs to the application, as the mempool belongs to the devnet. The devnet makes pending transactions
 * persistent, and restores them with `recover`.
 */

import { type Account, EMPTY_ACCOUNT } from '../../evm/state.js';
import type { Bytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/caches.js';
import { toHex } from '../../kernel/hex.js';
import { readAuthority, readSequence } from '../modules/dev/store.js';
import type { AppState, Fork, StateReader } from '../state/types.js';
import { type Refusal, refuse } from '../types/refusal.js';
import { type DevTx, DevTxDecoder } from './dev_tx_decoder.js';
import { executeDevTx, leadingDevTxs } from './leading_dev_txs.js';

/** Most cached states below the head, each after the next block's dev transactions. */
const MAX_CACHED_VIEWS = 16;
/**
 * Most bytes of pending dev transactions: about a quarter of a million messages, or three full blocks of the usual
 * size.
 */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Accounts that a dev transaction changed, by the sender that CheckTx names. */
export type ChangedAccounts = ReadonlyMap<string, Account>;

export type DevTxOutcome =
  | { readonly type: 'taken'; readonly changed: ChangedAccounts }
  | ({ readonly type: 'refused' } & Refusal);

/** State at the head after the pending dev transactions. */
interface Head {
  readonly height: bigint;
  readonly view: Fork;
  /** Whether a caller may read the view later, so that it must be copied before it changes. */
  shared: boolean;
}

/** Pending dev transactions of an earlier moment, for `restore`. */
export interface DevTxPoolSnapshot {
  readonly txs: readonly DevTx[];
  readonly bytes: number;
  readonly head: Head | undefined;
}

export class DevTxPool {
  readonly reader = new DevTxDecoder();
  readonly #views = new LruCache<bigint, StateReader>(MAX_CACHED_VIEWS);
  #waiting: DevTx[] = [];
  #bytes = 0;
  #version = 0;
  #head: Head | undefined;

  /** Creates an empty pool. `txsAt` returns the transactions of a committed block. */
  constructor(
    private readonly state: AppState,
    private readonly txsAt: (height: bigint) => readonly Bytes[],
  ) {}

  /** Returns the ed25519 key that signs dev transactions, or undefined on a chain without dev transactions. */
  get authority(): Bytes | undefined {
    return readAuthority(this.state.latest);
  }

  /** Returns the sequence of the authority's next transaction. */
  get sequence(): bigint {
    return readSequence(this.latest);
  }

  /** Returns the pending dev transactions in the order of their arrival. */
  get waiting(): readonly DevTx[] {
    return this.#waiting;
  }

  /** Returns a number that changes whenever the pending dev transactions may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Returns the state at the head, valid until the next change. */
  get latest(): StateReader {
    return this.#waiting.length === 0 ? this.state.latest : this.#headView().view;
  }

  /**
   * Returns the state at a height. At the head it is valid until the next change. Throws HalleyError as `AppState.at`
   * does.
   */
  at(height: bigint): StateReader {
    const committed = this.state.at(height);
    if (height === this.state.height) return this.#waiting.length === 0 ? committed : this.#headView().view;
    return this.#views.get(height) ?? this.#viewBelow(height, committed);
  }

  /** Returns the state at a height, by default the head, for callers that read on while the chain changes. */
  keep(height?: bigint): StateReader {
    const chosen = height === undefined ? this.latest : this.at(height);
    if (this.#head?.view === chosen) this.#head.shared = true;
    return chosen;
  }

  /** Returns the changes of the pending dev transactions at the head, for callers that read on; undefined for none. */
  keepChanges(): Fork | undefined {
    if (this.#waiting.length === 0) return undefined;
    const head = this.#headView();
    head.shared = true;
    return head.view;
  }

  /**
   * Adds a transaction if the authority has signed it as its next one, and if its messages succeed. Changes nothing when
   * it throws AbsentRemote.
   */
  add(bytes: Bytes): DevTxOutcome {
    if (this.#bytes + bytes.length > MAX_WAITING_BYTES)
      return {
        type: 'refused',
        ...refuse(
          'txTooLarge',
          `${this.#waiting.length} dev transactions of ${this.#bytes} bytes are pending, the limit is ${MAX_WAITING_BYTES} bytes; mine a block first`,
        ),
      };
    const tx = this.reader.readNext(bytes, this.latest);
    if ('log' in tx) return { type: 'refused', ...tx };
    const view = this.#writableView();
    const checkpoint = view.checkpoint();
    let isTaken = false;
    try {
      const { code, codespace, log } = executeDevTx(tx, view);
      if (code !== 0) return { type: 'refused', code, codespace, log };
      isTaken = true;
    } finally {
      if (!isTaken) view.revertTo(checkpoint);
    }
    this.#push(tx);
    return { type: 'taken', changed: accountsSince(view, checkpoint) };
  }

  /**
   * Returns as many pending transactions, from the first on, as fit into `room`. `sizeOf` returns the size of a
   * transaction, and the returned `room` is what is left.
   */
  front(room: bigint, sizeOf: (tx: Bytes) => bigint): { readonly txs: readonly Bytes[]; readonly room: bigint } {
    const txs: Bytes[] = [];
    let left = room;
    for (const { bytes } of this.#waiting) {
      const size = sizeOf(bytes);
      if (size > left) break;
      left -= size;
      txs.push(bytes);
    }
    return { txs, room: left };
  }

  /**
   * Updates the pool after Commit of a block that began with `run`. The transactions of the block are no longer
   * pending.
   */
  committed(run: readonly DevTx[]): void {
    const { height } = this.state;
    const head = this.#head;
    this.#head = undefined;
    if (run.length === 0 || height === undefined) return;
    const below = height - 1n;
    const isAll = run.length === this.#waiting.length && run.every((tx, i) => tx === this.#waiting[i]);
    this.#views.set(below, isAll && head?.height === below ? head.view : this.#viewAfter(run, this.state.at(below)));
    this.#drop(readSequence(this.state.latest));
  }

  /**
   * Restores pending transactions after a restart, in any order. Those that a block has used, and those behind a gap,
   * are dropped.
   */
  recover(txs: readonly Bytes[]): void {
    const read = txs.flatMap((bytes) => {
      const tx = this.reader.read(bytes);
      return 'log' in tx ? [] : [tx];
    });
    read.sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
    let next = readSequence(this.state.latest);
    for (const tx of read) {
      if (tx.sequence !== next) continue;
      this.#push(tx);
      next++;
    }
    this.#head = undefined;
  }

  snapshot(): DevTxPoolSnapshot {
    if (this.#head !== undefined) this.#head.shared = true;
    return { txs: [...this.#waiting], bytes: this.#bytes, head: this.#head };
  }

  /** Restores a snapshot. The state must be at the snapshot's height again. */
  restore({ txs, bytes, head }: DevTxPoolSnapshot): void {
    this.forget();
    this.#waiting = [...txs];
    this.#bytes = bytes;
    this.#head = head;
  }

  /** Drops all pending transactions but the first `count`. */
  keepFirst(count: number): void {
    const txs = this.#waiting.slice(0, count);
    this.restore({ txs, bytes: txs.reduce((sum, { bytes }) => sum + bytes.length, 0), head: undefined });
  }

  /**
   * Drops all pending transactions and cached states, after a rollback of the state: heights may now mean other blocks.
   */
  forget(): void {
    this.#version++;
    this.#views.clear();
    this.#waiting = [];
    this.#bytes = 0;
    this.#head = undefined;
  }

  #push(tx: DevTx): void {
    this.#version++;
    this.#waiting.push(tx);
    this.#bytes += tx.bytes.length;
  }

  #drop(before: bigint): void {
    this.#version++;
    this.#waiting = this.#waiting.filter(({ sequence }) => sequence >= before);
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #headView(): Head {
    const height = this.state.height ?? 0n;
    if (this.#head?.height === height) return this.#head;
    this.#head = { height, view: this.#viewAfter(this.#waiting, this.state.latest), shared: false };
    return this.#head;
  }

  #writableView(): Fork {
    const { height, view, shared } = this.#headView();
    if (!shared) return view;
    this.#head = { height, view: view.copy(), shared: false };
    return this.#head.view;
  }

  #viewBelow(height: bigint, committed: StateReader): StateReader {
    if (readSequence(committed) === readSequence(this.state.at(height + 1n))) return committed;
    const view = this.#viewAfter(leadingDevTxs(this.txsAt(height + 1n), committed, this.reader).txs, committed);
    this.#views.set(height, view);
    return view;
  }

  #viewAfter(txs: readonly DevTx[], base: StateReader): Fork {
    const view = this.state.fork(base);
    for (const tx of txs) executeDevTx(tx, view);
    return view;
  }
}

function accountsSince(view: Fork, checkpoint: number): ChangedAccounts {
  const changed = new Map<string, Account>();
  for (const address of view.addressesSince(checkpoint))
    changed.set(toHex(address), view.account(address) ?? EMPTY_ACCOUNT);
  return changed;
}
