/**
 * Indexes the pool's transactions by hash, Ethereum hash, arrival, sender and nonce, and fee, and updates all indexes
 * together. It has three primitive changes (insert, erase, set account), each of which can be undone.
 */
import { toHex } from '../kernel/hex.js';
import { copyEntries, type Steps } from '../kernel/steps.js';
import type { UndoLog } from './journal.js';
import { type OrderName, orderOf } from './order.js';
import { isSequenced, type PooledTx, type SequencedTx } from './pooled_tx.js';
import { type SenderAccount, SenderTxs } from './sender_txs.js';
import type { TxOrder } from './tx_order.js';

/** Transactions in order of arrival; removing any of them takes O(1). */
class Arrivals {
  #entries = new Map<number, PooledTx>();
  #newest = -1;
  /**
   * Whether all are in order; false after an older transaction returned behind younger ones, which happens when a
   * snapshot is restored.
   */
  #sorted = true;

  get size(): number {
    return this.#entries.size;
  }

  /** Copies the entries of `other` into this empty list. `other` must not change between the steps. */
  *fill(other: Arrivals): Steps<void> {
    yield* copyEntries(this.#entries, other.#entries);
    this.#newest = other.#newest;
    this.#sorted = other.#sorted;
  }

  add(entry: PooledTx): void {
    if (entry.arrival < this.#newest && this.#entries.size > 0) this.#sorted = false;
    else this.#newest = entry.arrival;
    this.#entries.set(entry.arrival, entry);
  }

  delete(entry: PooledTx): void {
    this.#entries.delete(entry.arrival);
  }

  /** Restores the order of arrival after transactions came back. */
  sort(): void {
    if (!this.#sorted) this.#entries = new Map([...this.#entries].sort(([a], [b]) => a - b));
    this.#sorted = true;
  }

  [Symbol.iterator](): Iterator<PooledTx> {
    this.sort();
    return this.#entries.values();
  }
}

export class PoolIndex {
  readonly #byKey = new Map<string, PooledTx>();
  readonly #byEthereumHash = new Map<string, SequencedTx>();
  readonly #senders = new Map<string, SenderTxs>();
  readonly arrivals = new Arrivals();
  /** Transactions outside any nonce sequence. */
  readonly unsequenced = new Arrivals();
  /** Orders the first executable transaction of each sender. */
  readonly heads: TxOrder;
  #bytes = 0;
  #executable = 0;
  #version = 0;

  constructor(
    private readonly journal: UndoLog<{ readonly index: PoolIndex }>,
    private readonly order: OrderName,
    heads?: TxOrder,
  ) {
    this.heads = heads ?? orderOf(order);
  }

  /** Copies the index; later changes of either do not affect the other. Nothing may change here between the steps. */
  *copy(): Steps<PoolIndex> {
    const copy = new PoolIndex(this.journal, this.order, this.heads.emptyCopy());
    yield* copyEntries(copy.#byKey, this.#byKey);
    yield* copyEntries(copy.#byEthereumHash, this.#byEthereumHash);
    yield* copy.arrivals.fill(this.arrivals);
    yield* copy.unsequenced.fill(this.unsequenced);
    for (const senderTxs of this.#senders.values()) {
      const own = yield* senderTxs.copy();
      copy.#senders.set(own.sender, own);
      if (own.head !== undefined) copy.heads.add(own.head);
      yield;
    }
    copy.#bytes = this.#bytes;
    copy.#executable = this.#executable;
    copy.#version = this.#version;
    return copy;
  }

  get size(): number {
    return this.#byKey.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Number that differs after every change, including an undone one. */
  get version(): number {
    return this.#version;
  }

  /** Number of transactions whose nonce allows them into a block. */
  get executable(): number {
    return this.#executable + this.unsequenced.size;
  }

  get queued(): number {
    return this.size - this.executable;
  }

  byKey(key: string): PooledTx | undefined {
    return this.#byKey.get(key);
  }

  byEthereumHash(hash: Uint8Array): SequencedTx | undefined {
    return this.#byEthereumHash.get(toHex(hash));
  }

  senderTxs(sender: string): SenderTxs | undefined {
    return this.#senders.get(sender);
  }

  /** Iterates over the senders in order of arrival. */
  senders(): Iterable<SenderTxs> {
    return this.#senders.values();
  }

  /**
   * Adds a transaction. `senderTxs` holds the sender's transactions and may be new; undefined for a transaction outside
   * any sequence.
   */
  insert(entry: PooledTx, senderTxs: SenderTxs | undefined): void {
    this.#version++;
    this.#byKey.set(entry.key, entry);
    this.arrivals.add(entry);
    this.#bytes += entry.tx.length;
    if (!isSequenced(entry) || senderTxs === undefined) this.unsequenced.add(entry);
    else {
      const { ethereumHash } = entry.admission;
      if (ethereumHash !== undefined) this.#byEthereumHash.set(toHex(ethereumHash), entry);
      this.#senders.set(senderTxs.sender, senderTxs);
      this.#change(senderTxs, () => senderTxs.add(entry));
    }
    this.journal.record(({ index }) => index.erase(entry));
  }

  erase(entry: PooledTx): void {
    this.#version++;
    this.#byKey.delete(entry.key);
    this.arrivals.delete(entry);
    this.#bytes -= entry.tx.length;
    const senderTxs = isSequenced(entry) ? this.#senders.get(entry.admission.sender) : undefined;
    if (!isSequenced(entry) || senderTxs === undefined) this.unsequenced.delete(entry);
    else {
      const { ethereumHash } = entry.admission;
      if (ethereumHash !== undefined) this.#byEthereumHash.delete(toHex(ethereumHash));
      this.#change(senderTxs, () => senderTxs.remove(entry));
      if (senderTxs.size === 0) this.#senders.delete(senderTxs.sender);
    }
    const account = senderTxs?.account;
    this.journal.record(({ index }) => index.#insertAgain(entry, account));
  }

  /**
   * Reverts an erasure. `account` is the sender's account at that time; undefined for a transaction outside any
   * sequence.
   */
  #insertAgain(entry: PooledTx, account: SenderAccount | undefined): void {
    const sender = entry.admission?.sender;
    if (sender === undefined || account === undefined) this.insert(entry, undefined);
    else this.insert(entry, this.#senders.get(sender) ?? new SenderTxs(sender, account));
  }

  setAccount(senderTxs: SenderTxs, account: SenderAccount): void {
    const before = senderTxs.account;
    if (before.nonce === account.nonce && before.balance === account.balance) return;
    this.#version++;
    this.#change(senderTxs, () => senderTxs.setAccount(account));
    this.journal.record(({ index }) => {
      const own = index.#senders.get(senderTxs.sender);
      if (own !== undefined) index.setAccount(own, before);
    });
  }

  /** Changes a sender's transactions and updates the heads and the executable count. */
  #change(senderTxs: SenderTxs, change: () => void): void {
    const { head, executable } = senderTxs;
    change();
    this.#executable += senderTxs.executable - executable;
    if (senderTxs.head === head) return;
    if (head !== undefined) this.heads.remove(head);
    if (senderTxs.head !== undefined) this.heads.add(senderTxs.head);
  }
}
