/**
 * Passes transactions of this node's mempool on to the engine's, which knows neither nonces nor replacement: only those
 * that can be executed, and those of a sender in the order of their nonces. Others wait here until they can be executed.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { KeyedQueue } from '../../kernel/keyed_queue.js';
import type { Mempool } from '../../mempool/mempool.js';
import { isSequenced, type PooledTx } from '../../mempool/pooled_tx.js';
import type { EngineRpc } from './engine_rpc.js';

export class TxForwarder {
  /** Holds the hashes of acknowledged transactions that the engine does not have, in lower-case hex. */
  readonly #held = new Map<string, Bytes>();
  /** Holds the hashes of transactions that are on their way to the engine. */
  readonly #sending = new Set<string>();
  readonly #lanes = new KeyedQueue();
  #isSweeping = false;

  constructor(
    private readonly pool: Mempool,
    private readonly engine: Pick<EngineRpc, 'broadcast'>,
  ) {}

  /**
   * Passes a transaction on, or holds it until it can be executed. Throws HalleyError `unavailable` when the engine cannot
   * be reached.
   */
  async send(hash: Bytes): Promise<void> {
    const pooled = this.pool.get(hash);
    if (pooled === undefined) return;
    if (this.#isExecutable(pooled)) await this.#pass(pooled);
    else this.#held.set(pooled.key, hash);
  }

  /** Holds all transactions of the mempool, because the engine has started again and its mempool is empty. */
  holdAll(): void {
    for (const { key, hash } of this.pool.all()) this.#held.set(key, hash);
  }

  /** Passes on what can be executed now. What the engine does not accept stays here, and is tried again. */
  async sweep(): Promise<void> {
    if (this.#isSweeping || this.#held.size === 0) return;
    this.#isSweeping = true;
    try {
      await Promise.all([...this.#ready()].map((pooled) => this.#pass(pooled)));
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
    } finally {
      this.#isSweeping = false;
    }
  }

  /** Lists held transactions that can be executed, by nonce, and forgets those that have left the mempool. */
  #ready(): readonly PooledTx[] {
    const ready: PooledTx[] = [];
    for (const [key, hash] of this.#held) {
      const pooled = this.pool.get(hash);
      if (pooled === undefined) this.#held.delete(key);
      else if (!this.#sending.has(key) && this.#isExecutable(pooled)) ready.push(pooled);
    }
    return ready.sort((a, b) => (nonceOf(a) < nonceOf(b) ? -1 : 1));
  }

  #isExecutable(pooled: PooledTx): boolean {
    if (!isSequenced(pooled)) return true;
    const { sender, nonce } = pooled.admission;
    const next = this.pool.nextNonce(sender);
    return next !== undefined && nonce < next;
  }

  /** Passes a transaction on after those of its sender that were passed on before. */
  async #pass({ admission, key, hash, tx }: PooledTx): Promise<void> {
    this.#held.set(key, hash);
    this.#sending.add(key);
    try {
      await this.#lanes.run(admission?.sender ?? key, () => this.engine.broadcast(tx));
      this.#held.delete(key);
    } finally {
      this.#sending.delete(key);
    }
  }
}

const nonceOf = (pooled: PooledTx): bigint => (isSequenced(pooled) ? pooled.admission.nonce : 0n);
