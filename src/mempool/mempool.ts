/**
 * Implements the mempool: CometBFT's limits, cache and recheck (consensus-engine.md 9) around an Ethereum pool with
 * nonces, replacement and fees. It makes no calls: the caller passes CheckTx responses in, and the pool returns the
 * transactions to recheck. It omits gossip, lifetimes, and `recheck_timeout`: a host that awaits the recheck never has
 * a partly checked pool.
 */
import type { CheckTxResponse } from '../abci/application.js';
import { txHash } from '../codec/tx_hash.js';
import type { Bytes } from '../kernel/bytes.js';
import { toHex } from '../kernel/hex.js';
import { noSteps, type Steps } from '../kernel/steps.js';
import { Journal, type Mark } from './journal.js';
import { type BlockLimits, DEFAULT_MEMPOOL_LIMITS, type MempoolLimits, UNLIMITED_BLOCK } from './limits.js';
import type { OrderName } from './order.js';
import type { PoolDeps } from './pool_deps.js';
import { PoolIndex } from './pool_index.js';
import {
  contentOf,
  isSequenced,
  type PooledTx,
  type SenderContent,
  type SenderTxsContent,
  type SequencedTx,
  sizeInBlock,
} from './pooled_tx.js';
import { inBlockOrder, type ReapLimits, reap } from './reap.js';
import { alreadyKnown, negativeGas, poolIsFull, tooMuchGas } from './refusal.js';
import { SeenCache } from './seen_cache.js';
import { type SenderAccount, SenderTxs } from './sender_txs.js';
import { sequenceRefusal } from './sequence_rules.js';

export type AddOutcome =
  | {
      readonly type: 'added';
      /** Ethereum hashes of transactions that became executable, by nonce; empty for a queued transaction. */
      readonly executable: readonly Bytes[];
      /** Transaction of the same nonce that was replaced. */
      readonly replaced: PooledTx | undefined;
    }
  /** Response of the application, or the pool's refusal in the same form. */
  | { readonly type: 'refused'; readonly check: CheckTxResponse };

/** Most changes that are undone in place: this many take less time than a slice. */
const REWOUND_AT_ONCE = 1000;

/** Identifies a state of the pool that can be restored. */
export interface MempoolSnapshot {
  readonly mark: Mark;
  readonly block: BlockLimits;
}

export class Mempool {
  readonly #journal = new Journal<PoolDeps>();
  #index: PoolIndex;
  #seen: SeenCache;
  #dropped: PooledTx[] = [];
  #arrivals = 0;
  #block = UNLIMITED_BLOCK;

  constructor(
    readonly limits: MempoolLimits = DEFAULT_MEMPOOL_LIMITS,
    readonly order: OrderName = 'fees',
  ) {
    this.#index = new PoolIndex(this.#journal, order);
    this.#seen = new SeenCache(limits.cacheSize, this.#journal);
  }

  /** Sets the limits of the next blocks. A transaction that exceeds them is refused. */
  setBlockLimits(block: BlockLimits): void {
    this.#block = block;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Size of all transactions, in bytes. */
  get bytes(): number {
    return this.#index.bytes;
  }

  /** Number that changes whenever the pending transactions may have changed. */
  get version(): number {
    return this.#index.version;
  }

  /** Number of transactions that could go into a block now at any base fee. */
  get executable(): number {
    return this.#index.executable;
  }

  /** Number of transactions that wait for an earlier nonce. */
  get queued(): number {
    return this.#index.queued;
  }

  /** Returns whether a block with this base fee would include any transaction. */
  hasReady(baseFee: bigint): boolean {
    return this.#index.unsequenced.size > 0 || this.#index.heads.hasPayable(baseFee);
  }

  has(hash: Bytes): boolean {
    return this.get(hash) !== undefined;
  }

  get(hash: Bytes): PooledTx | undefined {
    return this.#index.byKey(toHex(hash));
  }

  byEthereumHash(hash: Bytes): PooledTx | undefined {
    return this.#index.byEthereumHash(hash);
  }

  /** Returns the nonce after the sender's executable transactions; undefined when the sender has none in the pool. */
  nextNonce(sender: string): bigint | undefined {
    return this.#index.senderTxs(sender)?.nextNonce;
  }

  /** Iterates over all transactions, oldest first. */
  all(): Iterable<PooledTx> {
    return this.#index.arrivals;
  }

  /** Returns what each sender has now, senders in order of arrival. Later changes do not affect the result. */
  content(): readonly SenderTxsContent[] {
    return Array.from(this.#index.senders(), ({ content }) => content);
  }

  contentFrom(sender: string): SenderContent {
    const senderTxs = this.#index.senderTxs(sender);
    return senderTxs === undefined ? { sender, pending: [], queued: [] } : contentOf(senderTxs.content);
  }

  /**
   * Runs CometBFT's checks before CheckTx. Returns CometBFT's error text when one fails, and otherwise remembers the
   * hash.
   */
  precheck(tx: Bytes, hash: Bytes): string | undefined {
    const { maxTxBytes } = this.limits;
    const { maxDataBytes } = this.#block;
    const full = this.#fullness(tx);
    if (full !== undefined) return full;
    if (tx.length > maxTxBytes) return `Tx too large. Max size is ${maxTxBytes}, but got ${tx.length}`;
    const size = sizeInBlock(tx.length);
    if (maxDataBytes >= 0n && BigInt(size) > maxDataBytes)
      return `tx pre check: tx size is too big: ${size}, max: ${maxDataBytes}`;
    return this.#seen.push(toHex(hash)) ? undefined : 'tx already exists in cache';
  }

  /** Adds a transaction that CheckTx accepted. A refused transaction may be submitted again. */
  add(tx: Bytes, hash: Bytes, check: CheckTxResponse): AddOutcome {
    return this.#add(tx, hash, check, true);
  }

  /**
   * Adds a transaction that the pool held before a restart, without `precheck`. Limits apply only to new transactions,
   * so this one is refused only for what makes `rechecked` drop it.
   */
  readmit(tx: Bytes, hash: Bytes, check: CheckTxResponse): AddOutcome {
    return this.#add(tx, hash, check, false);
  }

  /**
   * Selects transactions for a block, as many as fit: Ethereum transactions in the pool's order, the others by arrival.
   * None leaves the pool.
   */
  reap(limits: ReapLimits): readonly Bytes[] {
    return reap(this.#index, limits);
  }

  /**
   * Returns at most `limit` pending transactions. First come those that a block with this base fee could include, in its
   * order. Then come those that wait for an earlier nonce or a lower base fee, by arrival.
   */
  waiting(baseFee: bigint, limit: number): readonly PooledTx[] {
    const listed = new Set<PooledTx>();
    for (const source of [inBlockOrder(this.#index, baseFee), this.#index.arrivals])
      for (const entry of source) {
        if (listed.size >= limit) return [...listed];
        listed.add(entry);
      }
    return [...listed];
  }

  /**
   * Removes a committed block's transactions and those that it outdates. Returns the transactions to recheck; the
   * caller passes each response to `rechecked`.
   *
   * `changed` maps a sender to its new account, for every account whose nonce or balance the block changed. With it,
   * only those senders' transactions and the unsequenced ones are rechecked; without it, all are.
   */
  update(
    txs: readonly Bytes[],
    results: readonly { readonly code: number }[],
    changed?: ReadonlyMap<string, SenderAccount>,
  ): readonly PooledTx[] {
    const keys = txs.map((tx) => toHex(txHash(tx)));
    const isOk = (i: number): boolean => results[i]?.code === 0;
    const nonces = new Map<string, bigint>();
    for (const [i, key] of keys.entries()) {
      const entry = this.#index.byKey(key);
      if (isOk(i) && entry !== undefined && isSequenced(entry)) raise(nonces, entry.admission);
    }
    for (const [sender, nonce] of nonces) if (!changed?.has(sender)) this.#advance(sender, nonce);
    for (const [sender, account] of changed ?? []) this.#setAccount(sender, account);
    for (const [i, key] of keys.entries()) {
      const entry = this.#index.byKey(key);
      if (entry !== undefined) this.#index.erase(entry);
      if (isOk(i)) this.#seen.push(key);
      else this.#forget(key);
    }
    const held = new Set(keys);
    this.#dropped = this.#dropped.filter(({ key }) => !held.has(key));
    return this.limits.recheck ? this.#toRecheck(changed) : [];
  }

  /** Applies the CheckTx response of a transaction that `update` returned. */
  rechecked(hash: Bytes, check: CheckTxResponse): void {
    const entry = this.get(hash);
    if (entry === undefined) return;
    if (check.code !== 0 || this.#gasRefusal(check.gasWanted) !== undefined) this.remove(hash);
    else if (check.admission !== undefined) this.#setAccount(check.admission.sender, accountOf(check.admission));
  }

  /** Removes a transaction and forgets its hash; returns false when it is not in the pool. */
  remove(hash: Bytes): boolean {
    const entry = this.get(hash);
    if (entry === undefined) return false;
    this.#drop(entry);
    return true;
  }

  /**
   * Returns the transactions that left since the last call without being in a block: replaced, outdated, or refused in
   * a recheck. A host that stores pending transactions on disk needs them.
   */
  takeDropped(): readonly PooledTx[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }

  /** Clears the cache of seen hashes, because the blocks that contained those transactions were reverted. */
  forgetSeen(): void {
    this.#seen.clear();
  }

  /** Removes all transactions and clears the cache of seen hashes. */
  flush(): void {
    for (const entry of [...this.all()]) this.#index.erase(entry);
    this.#seen.clear();
  }

  /** Takes a snapshot at no cost. From then on, changes are recorded. */
  snapshot(): MempoolSnapshot {
    return { mark: this.#journal.mark(), block: this.#block };
  }

  /** Restores a snapshot, at the cost of the changes since. Later snapshots become invalid; this one stays valid. */
  restore(snapshot: MempoolSnapshot): void {
    this.#journal.rewind(snapshot.mark, { index: this.#index, seen: this.#seen });
    this.#dropped = [];
    this.#block = snapshot.block;
  }

  /**
   * Prepares a `restore` in steps. Between the steps the pool can be read, but must not change. The returned function
   * restores at once, however much has changed. Up to `atOnce` changes are undone in place, and more in a copy.
   */
  restoring(snapshot: MempoolSnapshot, atOnce = REWOUND_AT_ONCE): Steps<() => void> {
    if (this.#journal.since(snapshot.mark) > atOnce) return this.#restoringCopy(snapshot);
    return noSteps(() => this.restore(snapshot));
  }

  *#restoringCopy(snapshot: MempoolSnapshot): Steps<() => void> {
    const copy = { index: yield* this.#index.copy(), seen: yield* this.#seen.copy() };
    yield* this.#journal.rewindCopy(snapshot.mark, copy);
    copy.index.arrivals.sort();
    return () => {
      this.#journal.cut(snapshot.mark);
      this.#index = copy.index;
      this.#seen = copy.seen;
      this.#dropped = [];
      this.#block = snapshot.block;
    };
  }

  /** Discards a snapshot and the undo records that only it needed. */
  release(snapshot: MempoolSnapshot): void {
    this.#journal.drop(snapshot.mark);
  }

  #add(tx: Bytes, hash: Bytes, check: CheckTxResponse, isNew: boolean): AddOutcome {
    const key = toHex(hash);
    const refusal = check.code !== 0 ? check : this.#refusal(tx, key, check, isNew);
    if (refusal !== undefined) {
      if (!this.#index.byKey(key)) this.#forget(key);
      return { type: 'refused', check: refusal };
    }
    this.#seen.push(key);
    const { admission, gasWanted } = check;
    const entry: PooledTx = { tx, hash, key, gasWanted, admission, arrival: this.#arrivals++ };
    if (!isSequenced(entry)) {
      this.#index.insert(entry, undefined);
      return { type: 'added', executable: [], replaced: undefined };
    }
    return this.#addToSender(entry);
  }

  #addToSender(entry: SequencedTx): AddOutcome {
    const { nonce } = entry.admission;
    const senderTxs = this.#senderTxsOf(entry.admission);
    const replaced = senderTxs.at(nonce);
    if (replaced !== undefined) this.#drop(replaced);
    this.#index.insert(entry, senderTxs);
    const run = senderTxs.executableFrom(nonce);
    const fresh = replaced === undefined ? run : run.slice(0, 1);
    const executable = fresh.flatMap((ready) => ready.admission.ethereumHash ?? []);
    return { type: 'added', executable, replaced };
  }

  #refusal(tx: Bytes, key: string, check: CheckTxResponse, isNew: boolean): CheckTxResponse | undefined {
    const { admission } = check;
    if (this.#index.byKey(key) !== undefined) return alreadyKnown();
    if (admission?.ethereumHash !== undefined && this.#index.byEthereumHash(admission.ethereumHash))
      return alreadyKnown();
    const gas = this.#gasRefusal(check.gasWanted);
    if (gas !== undefined) return gas;
    if (!isNew) return undefined;
    const full = this.#fullness(tx);
    if (full !== undefined) return poolIsFull(full);
    if (admission === undefined) return undefined;
    const senderTxs = this.#senderTxsOf(admission);
    this.#updateSender(senderTxs, accountOf(admission));
    return sequenceRefusal(admission, senderTxs, this.#index.queued, this.limits);
  }

  /** Follows PostCheckMaxGas (mempool/mempool.go), which accepts any gas in blocks without a limit. */
  #gasRefusal(gasWanted: bigint): CheckTxResponse | undefined {
    const { maxGas } = this.#block;
    if (maxGas < 0n) return undefined;
    if (gasWanted < 0n) return negativeGas(gasWanted);
    return gasWanted > maxGas ? tooMuchGas(gasWanted, maxGas) : undefined;
  }

  #fullness(tx: Bytes): string | undefined {
    const { size, maxTxsBytes } = this.limits;
    if (this.size < size && this.bytes + tx.length <= maxTxsBytes) return undefined;
    return `mempool is full: number of txs ${this.size} (max: ${size}), total txs bytes ${this.bytes} (max: ${maxTxsBytes})`;
  }

  #senderTxsOf(admission: SequencedTx['admission']): SenderTxs {
    return this.#index.senderTxs(admission.sender) ?? new SenderTxs(admission.sender, accountOf(admission));
  }

  #setAccount(sender: string, account: SenderAccount): void {
    const senderTxs = this.#index.senderTxs(sender);
    if (senderTxs !== undefined) this.#updateSender(senderTxs, account);
  }

  #advance(sender: string, nonce: bigint): void {
    const senderTxs = this.#index.senderTxs(sender);
    if (senderTxs !== undefined) this.#updateSender(senderTxs, { ...senderTxs.account, nonce });
  }

  #updateSender(senderTxs: SenderTxs, account: SenderAccount): void {
    const before = senderTxs.account.nonce;
    this.#index.setAccount(senderTxs, account);
    if (before !== account.nonce) for (const entry of senderTxs.stale()) this.#drop(entry);
  }

  #toRecheck(changed: ReadonlyMap<string, SenderAccount> | undefined): readonly PooledTx[] {
    if (changed === undefined) return [...this.all()];
    const touched: PooledTx[] = [...this.#index.unsequenced];
    for (const sender of changed.keys()) touched.push(...(this.#index.senderTxs(sender)?.inOrder() ?? []));
    return touched.sort((a, b) => a.arrival - b.arrival);
  }

  #drop(entry: PooledTx): void {
    this.#index.erase(entry);
    this.#forget(entry.key);
    this.#dropped.push(entry);
  }

  #forget(key: string): void {
    if (!this.limits.keepInvalidTxsInCache) this.#seen.delete(key);
  }
}

const accountOf = (admission: SequencedTx['admission']): SenderAccount => ({
  nonce: admission.accountNonce,
  balance: admission.balance,
});

function raise(nonces: Map<string, bigint>, { sender, nonce }: SequencedTx['admission']): void {
  if (nonce >= (nonces.get(sender) ?? 0n)) nonces.set(sender, nonce + 1n);
}
