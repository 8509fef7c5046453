/**
 * Forwards transactions of this node's mempool to the engine's, which gossips them to the other nodes. The engine's
 * mempool knows neither nonces nor replacement, so it gets only executable transactions, those of a sender in the order
 * of their nonces. Others wait here. Clients do not wait for forwarding: transactions that this node has acknowledged
 * are on its disk, and in its own proposals.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Mempool } from '../../mempool/mempool.js';
import { isSequenced, type PooledTx } from '../../mempool/pooled_tx.js';
import { hostSchedule } from '../platform.js';
import type { EngineRpc } from './engine_rpc.js';

/** Most transactions of one request. */
const TXS_OF_REQUEST = 100;
/** Most bytes of them, so that the request is below CometBFT's default of max_body_bytes, except for a single one. */
const BYTES_OF_REQUEST = 500_000;
/** Heights after which a transaction that is still pending is forwarded again. */
const HEIGHTS_TO_REPEAT = 10;
/** Time after which a request that failed is sent again, in milliseconds. */
const RETRY_MS = 500;
/**
 * Consecutive failures that are reported as a problem. An engine that starts answers a little after it has connected.
 */
const FAILURES_OF_PROBLEM = 10;

export class TxForwarder {
  /** Hashes of transactions that the engine does not have, by their hex. */
  readonly #held = new Map<string, Bytes>();
  /** Hashes of transactions that were forwarded, and the height at that time, oldest first. */
  readonly #passed = new Map<string, { readonly hash: Bytes; readonly height: number }>();
  /** Number of heights. */
  #height = 0;
  #isPassing = false;
  #passing: Promise<void> = Promise.resolve();
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  /** `onProblem` is called when the engine's RPC does not answer for some time. */
  constructor(
    private readonly pool: Mempool,
    private readonly engine: EngineRpc,
    private readonly onProblem: (problem: HalleyError) => void = () => undefined,
    private readonly schedule: typeof hostSchedule = hostSchedule,
  ) {}

  /** Forwards a transaction, soon or when it can be executed. */
  add(hash: Bytes): void {
    const pooled = this.pool.get(hash);
    if (pooled === undefined) return;
    this.#held.set(pooled.key, hash);
    this.sweep();
  }

  /**
   * Records that a transaction was forwarded, but that the engine must not have it now. The next sweep forwards it
   * again.
   */
  hold(hash: Bytes): void {
    const pooled = this.pool.get(hash);
    if (pooled === undefined || !this.#passed.delete(pooled.key)) return;
    this.#held.set(pooled.key, hash);
  }

  /**
   * Forwards held transactions that can be executed now, if the one with this Ethereum hash is held: its predecessor has
   * arrived from another node.
   */
  onExecutable(ethereumHash: Bytes): void {
    if (this.#held.size === 0) return;
    const pooled = this.pool.byEthereumHash(ethereumHash);
    if (pooled !== undefined && this.#held.has(pooled.key)) this.sweep();
  }

  /** Forwards everything again, because the engine has restarted and its mempool is empty. */
  holdAll(): void {
    for (const [key, { hash }] of this.#passed) this.#held.set(key, hash);
    this.#passed.clear();
    for (const { key, hash } of this.pool.all()) this.#held.set(key, hash);
    this.sweep();
  }

  /**
   * Forwards the transactions that a new height made executable, and again those that were forwarded long ago and are
   * still pending: an engine whose mempool is full drops transactions without reporting it.
   */
  onHeight(): void {
    this.#height += 1;
    for (const [key, { hash, height }] of this.#passed) {
      if (height + HEIGHTS_TO_REPEAT > this.#height) break;
      this.#passed.delete(key);
      this.#held.set(key, hash);
    }
    for (const [key, hash] of this.#held) if (!this.pool.has(hash)) this.#held.delete(key);
    this.sweep();
  }

  /**
   * Forwards the transactions that can be executed now. Those that the engine does not accept stay here, and are tried
   * again at the next call. While its RPC does not answer, all are retried automatically.
   */
  sweep(): void {
    if (this.#held.size === 0 || this.#isPassing || this.#isClosed) return;
    this.#isPassing = true;
    this.#passing = this.#passAll();
  }

  /**
   * Returns whether it forwards or has forwarded the transaction. It knows one that has left the mempool until the next
   * height, when that has been reported.
   */
  has(key: string): boolean {
    return this.#held.has(key) || this.#passed.has(key);
  }

  /** Transactions that the engine does not have yet. */
  get held(): number {
    return this.#held.size;
  }

  /** Resolves when no request to the engine is in flight. */
  async settled(): Promise<void> {
    await this.#passing;
  }

  /** Stops forwarding. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
  }

  async #passAll(): Promise<void> {
    const tried = new Set<string>();
    try {
      for (;;) {
        const ready = this.#ready(tried);
        if (ready.length === 0) return;
        for (const { key } of ready) tried.add(key);
        for (const txs of requestsOf(ready)) await this.#pass(txs);
      }
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      this.#failed(error);
    } finally {
      this.#isPassing = false;
    }
  }

  async #pass(txs: readonly PooledTx[]): Promise<void> {
    // The engine may check a transaction, and the application refuse it, before the engine's RPC answers.
    for (const pooled of txs) this.#setPassed(pooled);
    let accepted: readonly boolean[] = [];
    try {
      accepted = await this.engine.broadcast(txs.map(({ tx }) => tx));
      this.#failures = 0;
    } finally {
      for (const [i, { hash }] of txs.entries()) if (accepted[i] !== true) this.hold(hash);
    }
  }

  #setPassed({ key, hash }: PooledTx): void {
    this.#held.delete(key);
    this.#passed.set(key, { hash, height: this.#height });
  }

  #failed(error: HalleyError): void {
    this.#failures += 1;
    if (this.#failures === FAILURES_OF_PROBLEM) this.onProblem(error);
    this.#cancelRetry?.();
    if (!this.#isClosed) this.#cancelRetry = this.schedule(RETRY_MS, () => this.sweep());
  }

  /** Returns held transactions that can be executed, by nonce, without `tried`. */
  #ready(tried: ReadonlySet<string>): readonly PooledTx[] {
    const ready: PooledTx[] = [];
    for (const [key, hash] of this.#held) {
      const pooled = this.pool.get(hash);
      if (pooled !== undefined && !tried.has(key) && this.#isExecutable(pooled)) ready.push(pooled);
    }
    return ready.sort((a, b) => (nonceOf(a) < nonceOf(b) ? -1 : 1));
  }

  #isExecutable(pooled: PooledTx): boolean {
    if (!isSequenced(pooled)) return true;
    const { sender, nonce } = pooled.admission;
    const next = this.pool.nextNonce(sender);
    return next !== undefined && nonce < next;
  }
}

const nonceOf = (pooled: PooledTx): bigint => (isSequenced(pooled) ? pooled.admission.nonce : 0n);

/** Divides transactions into requests. */
function* requestsOf(all: readonly PooledTx[]): Iterable<readonly PooledTx[]> {
  let txs: PooledTx[] = [];
  let bytes = 0;
  for (const pooled of all) {
    if (txs.length === TXS_OF_REQUEST || (txs.length > 0 && bytes + pooled.tx.length > BYTES_OF_REQUEST)) {
      yield txs;
      txs = [];
      bytes = 0;
    }
    txs.push(pooled);
    bytes += pooled.tx.length;
  }
  if (txs.length > 0) yield txs;
}
