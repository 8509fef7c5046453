/**
 * The mempool: CometBFT's limits, cache and recheck (consensus-engine.md 9) around an Ethereum pool with nonces,
 * replacement and fees. It asks nobody: what CheckTx answered is handed in, what it wants checked again is handed out.
 * Left out on purpose: gossip, `recheck_timeout` (a host that awaits the recheck has no half-checked pool), lifetimes.
 */
import type { CheckTxResponse, ExecTxResult } from '../abci/application.js';
import { txHash } from '../codec/tx_hash.js';
import type { Bytes } from '../kernel/bytes.js';
import { toHex } from '../kernel/hex.js';
import { noSteps, type Steps } from '../kernel/steps.js';
import { contentOf, type SenderContent, type SenderTxsContent } from './content.js';
import { Journal, type Mark } from './journal.js';
import { type BlockLimits, DEFAULT_MEMPOOL_LIMITS, type MempoolLimits, UNLIMITED_BLOCK } from './limits.js';
import type { OrderName } from './order.js';
import type { PoolDeps } from './pool_deps.js';
import { PoolIndex } from './pool_index.js';
import { isSequenced, type PooledTx, type SequencedTx, sizeInBlock } from './pooled_tx.js';
import { inBlockOrder, type ReapLimits, reap } from './reap.js';
import { alreadyKnown, negativeGas, poolIsFull, tooMuchGas } from './refusal.js';
import { SeenCache } from './seen_cache.js';
import { type SenderAccount, SenderTxs } from './sender_txs.js';
import { sequenceRefusal } from './sequence_rules.js';

export type AddOutcome =
  | {
      readonly type: 'added';
      /** Ethereum hashes of the transactions that can go into a block from now on, by nonce. Empty for a queued one. */
      readonly executable: readonly Bytes[];
      /** The transaction of the same nonce that had to go. */
      readonly replaced: PooledTx | undefined;
    }
  /** The application's answer, or the pool's own in the same form. */
  | { readonly type: 'refused'; readonly check: CheckTxResponse };

/** Limits how many changes are undone in place: as many take less time than a slice. */
const REWOUND_AT_ONCE = 1000;

/** A state of the pool to go back to. */
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

  /** What the next blocks have room for; a transaction that fits none is refused. */
  setBlockLimits(block: BlockLimits): void {
    this.#block = block;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Bytes of all transactions. */
  get bytes(): number {
    return this.#index.bytes;
  }

  /** Another number whenever something else may wait than before. */
  get version(): number {
    return this.#index.version;
  }

  /** How many could go into a block now, were the base fee no matter. */
  get executable(): number {
    return this.#index.executable;
  }

  /** How many wait for an earlier nonce. */
  get queued(): number {
    return this.#index.queued;
  }

  /** Whether a block with this base fee would hold any transaction. */
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

  /** The nonce after the sender's executable transactions; undefined when it has none in the pool. */
  nextNonce(sender: string): bigint | undefined {
    return this.#index.senderTxs(sender)?.nextNonce;
  }

  /** First come, first. */
  all(): Iterable<PooledTx> {
    return this.#index.arrivals;
  }

  /** Lists what each sender has now, in the order in which senders came. Later changes do not show. */
  content(): readonly SenderTxsContent[] {
    return Array.from(this.#index.senders(), ({ content }) => content);
  }

  contentFrom(sender: string): SenderContent {
    const senderTxs = this.#index.senderTxs(sender);
    return senderTxs === undefined ? { sender, pending: [], queued: [] } : contentOf(senderTxs.content);
  }

  /** CometBFT's checks before the application is asked; its text when one fails. Remembers the hash. */
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

  /** Takes a transaction that CheckTx accepted. A refused one may come again. */
  add(tx: Bytes, hash: Bytes, check: CheckTxResponse): AddOutcome {
    return this.#add(tx, hash, check, true);
  }

  /**
   * Takes a transaction that an earlier pool had taken, after a restart and without `precheck`: limits are for newcomers,
   * so it goes only for what `rechecked` would drop it for.
   */
  readmit(tx: Bytes, hash: Bytes, check: CheckTxResponse): AddOutcome {
    return this.#add(tx, hash, check, false);
  }

  /** Ethereum transactions in the pool's order, the others by arrival, as many as fit; nothing leaves the pool. */
  reap(limits: ReapLimits): readonly Bytes[] {
    return reap(this.#index, limits);
  }

  /**
   * At most `limit` of all that waits: first what a block with this base fee could take, in its order, then what must
   * wait for an earlier nonce or a lower fee, first come, first.
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
   * A block was committed: its transactions leave, and what they outdate. Returns what CheckTx must see again, each
   * answer to be handed to `rechecked`. `changed` names every account whose nonce or balance the block changed, by
   * sender; with it only those senders' transactions and the unsequenced ones are checked again, without it all are.
   */
  update(
    txs: readonly Bytes[],
    results: readonly Pick<ExecTxResult, 'code'>[],
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

  /** What CheckTx said of a transaction that `update` handed out. */
  rechecked(hash: Bytes, check: CheckTxResponse): void {
    const entry = this.get(hash);
    if (entry === undefined) return;
    if (check.code !== 0 || this.#gasRefusal(check.gasWanted) !== undefined) this.remove(hash);
    else if (check.admission !== undefined) this.#setAccount(check.admission.sender, accountOf(check.admission));
  }

  /** Drops a transaction as if it had never come; false when it is not here. */
  remove(hash: Bytes): boolean {
    const entry = this.get(hash);
    if (entry === undefined) return false;
    this.#drop(entry);
    return true;
  }

  /**
   * What has left since the last call and is in no block: replaced, outdated, refused when it was checked again. For a
   * host that keeps on disk what waits.
   */
  takeDropped(): readonly PooledTx[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }

  /** What was seen may come again: blocks that had held it are gone. */
  forgetSeen(): void {
    this.#seen.clear();
  }

  /** Drops everything, and forgets what was seen. */
  flush(): void {
    for (const entry of [...this.all()]) this.#index.erase(entry);
    this.#seen.clear();
  }

  /** Costs nothing by itself; from now on changes are remembered. */
  snapshot(): MempoolSnapshot {
    return { mark: this.#journal.mark(), block: this.#block };
  }

  /** Costs as much as what changed since. Snapshots taken later become invalid, this one stays. */
  restore(snapshot: MempoolSnapshot): void {
    this.#journal.rewind(snapshot.mark, { index: this.#index, seen: this.#seen });
    this.#dropped = [];
    this.#block = snapshot.block;
  }

  /**
   * Prepares what `restore` does. Between the steps the pool can be read, but must not change. The function that it returns
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

  /** The snapshot will not be restored: lets go of what only it needed. */
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

  #gasRefusal(gasWanted: bigint): CheckTxResponse | undefined {
    const { maxGas } = this.#block;
    if (gasWanted < 0n) return negativeGas(gasWanted);
    return maxGas >= 0n && gasWanted > maxGas ? tooMuchGas(gasWanted, maxGas) : undefined;
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
