/**
 * Passes transactions of this node's mempool on to the engine's, which gives them to the other nodes. It knows neither
 * nonces nor replacement, so it gets only what can be executed, those of a sender in the order of their nonces. Others
 * wait here. A sender need not wait for this: what this node has acknowledged is on its disk, and in its own proposals.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Mempool } from '../../mempool/mempool.js';
import { isSequenced, type PooledTx } from '../../mempool/pooled_tx.js';
import { hostSchedule } from '../platform.js';
import type { EngineRpc } from './engine_rpc.js';

/** Limits the transactions of one request: CometBFT's default of max_request_batch_size. */
const TXS_OF_REQUEST = 10;
/** Is the time after which a request that failed is sent again, in milliseconds. */
const RETRY_MS = 500;
/** Counts the failures in a row that are a problem. An engine that starts answers a little after it has connected. */
const FAILURES_OF_PROBLEM = 10;

export class TxForwarder {
  /** Holds the hashes of transactions that the engine does not have, by their hex. */
  readonly #held = new Map<string, Bytes>();
  #isPassing = false;
  #passing: Promise<void> = Promise.resolve();
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  /** `onProblem` is called when the engine's RPC does not answer for some time. */
  constructor(
    private readonly pool: Mempool,
    private readonly engine: Pick<EngineRpc, 'broadcast'>,
    private readonly onProblem: (problem: HalleyError) => void = () => undefined,
    private readonly schedule: typeof hostSchedule = hostSchedule,
  ) {}

  /** Passes a transaction on, soon or when it can be executed. */
  add(hash: Bytes): void {
    const pooled = this.pool.get(hash);
    if (pooled === undefined) return;
    this.#held.set(pooled.key, hash);
    this.sweep();
  }

  /** Passes everything on again, because the engine has started again and its mempool is empty. */
  holdAll(): void {
    for (const { key, hash } of this.pool.all()) this.#held.set(key, hash);
    this.sweep();
  }

  /**
   * Passes on what can be executed now. What the engine does not accept stays here, and is tried again at the next call;
   * while its RPC does not answer, all is tried again by itself.
   */
  sweep(): void {
    if (this.#held.size === 0 || this.#isPassing || this.#isClosed) return;
    this.#isPassing = true;
    this.#passing = this.#passAll();
  }

  /** Counts the transactions that the engine does not have yet. */
  get held(): number {
    return this.#held.size;
  }

  /** Resolves when nothing is on its way to the engine. */
  async settled(): Promise<void> {
    await this.#passing;
  }

  /** Passes nothing on from now on. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
  }

  async #passAll(): Promise<void> {
    const tried = new Set<string>();
    try {
      for (;;) {
        const ready = this.#ready(tried).slice(0, TXS_OF_REQUEST);
        if (ready.length === 0) return;
        for (const { key } of ready) tried.add(key);
        const accepted = await this.engine.broadcast(ready.map(({ tx }) => tx));
        this.#failures = 0;
        for (const [i, { key }] of ready.entries()) if (accepted[i] === true) this.#held.delete(key);
      }
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      this.#failed(error);
    } finally {
      this.#isPassing = false;
    }
  }

  #failed(error: HalleyError): void {
    this.#failures += 1;
    if (this.#failures === FAILURES_OF_PROBLEM) this.onProblem(error);
    this.#cancelRetry?.();
    if (!this.#isClosed) this.#cancelRetry = this.schedule(RETRY_MS, () => this.sweep());
  }

  /** Lists held transactions that can be executed, by nonce, without `tried`. Forgets those that have left the mempool. */
  #ready(tried: ReadonlySet<string>): readonly PooledTx[] {
    const ready: PooledTx[] = [];
    for (const [key, hash] of this.#held) {
      const pooled = this.pool.get(hash);
      if (pooled === undefined) this.#held.delete(key);
      else if (!tried.has(key) && this.#isExecutable(pooled)) ready.push(pooled);
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
