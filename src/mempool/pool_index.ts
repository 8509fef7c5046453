/**
 * Everything by which the pool finds its transactions, kept in step: by hash, by Ethereum hash, by arrival, by sender
 * and nonce, by fee. Three primitive changes (insert, erase, set account), each of which can be taken back.
 */
import { copyEntries } from '../kernel/copy_map.js';
import { toHex } from '../kernel/hex.js';
import type { Steps } from '../kernel/steps.js';
import { Arrivals } from './arrivals.js';
import type { UndoLog } from './journal.js';
import { type OrderName, orderOf } from './order.js';
import { isSequenced, type PooledTx, type SequencedTx } from './pooled_tx.js';
import { type SenderAccount, SenderTxs } from './sender_txs.js';
import type { TxOrder } from './tx_order.js';

export class PoolIndex {
  readonly #byKey = new Map<string, PooledTx>();
  readonly #byEthereumHash = new Map<string, SequencedTx>();
  readonly #senders = new Map<string, SenderTxs>();
  readonly arrivals = new Arrivals();
  /** Those outside any nonce sequence. */
  readonly unsequenced = new Arrivals();
  /** The head of each lane. */
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

  /** Returns a copy, which does not share changes with this index. Nothing may change here between the steps. */
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

  /** Another number after every change, also after one that is taken back. */
  get version(): number {
    return this.#version;
  }

  /** How many can go into a block as far as nonces are concerned. */
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

  /** In the order in which the senders came. */
  senders(): Iterable<SenderTxs> {
    return this.#senders.values();
  }

  /** `senderTxs` is the sender's, which may be new. */
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

  /** `account` is the sender's at the erasure; undefined for a transaction outside any sequence. */
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

  /** Keeps the head and the count of the executable in step with what happens in a lane. */
  #change(senderTxs: SenderTxs, change: () => void): void {
    const { head, executable } = senderTxs;
    change();
    this.#executable += senderTxs.executable - executable;
    if (senderTxs.head === head) return;
    if (head !== undefined) this.heads.remove(head);
    if (senderTxs.head !== undefined) this.heads.add(senderTxs.head);
  }
}
