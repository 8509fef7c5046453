/**
 * Passes transactions of this node's mempool on to the engine's, which gives them to the other nodes. It knows neither
 * nonces nor replacement, so it gets only what can be executed, those of a sender in the order of their nonces. Others
 * wait here. A sender need not wait for this: what this node has acknowledged is on its disk, and in its own proposals.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Mempool } from '../../mempool/mempool.js';
import { isSequenced, type PooledTx } from '../../mempool/pooled_tx.js';
import type { EngineRpc } from './engine_rpc.js';

/** Limits the transactions of one request: CometBFT's default of max_request_batch_size. */
const TXS_OF_REQUEST = 10;

export class TxForwarder {
  /** Holds the hashes of transactions that the engine does not have, by their hex. */
  readonly #held = new Map<string, Bytes>();
  #passing: Promise<void> | undefined;

  /** `onProblem` is called when the engine's RPC does not answer. */
  constructor(
    private readonly pool: Mempool,
    private readonly engine: Pick<EngineRpc, 'broadcast'>,
    private readonly onProblem: (problem: HalleyError) => void = () => undefined,
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

  /** Passes on what can be executed now. What the engine does not accept stays here, and is tried again at the next call. */
  sweep(): void {
    if (this.#held.size === 0) return;
    this.#passing ??= this.#passAll().finally(() => {
      this.#passing = undefined;
    });
  }

  /** Resolves when nothing is on its way to the engine. */
  async settled(): Promise<void> {
    await this.#passing;
  }

  async #passAll(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const ready = this.#ready(tried).slice(0, TXS_OF_REQUEST);
      if (ready.length === 0) return;
      for (const { key } of ready) tried.add(key);
      try {
        const accepted = await this.engine.broadcast(ready.map(({ tx }) => tx));
        for (const [i, { key }] of ready.entries()) if (accepted[i] === true) this.#held.delete(key);
      } catch (error) {
        if (!(error instanceof HalleyError)) throw error;
        this.onProblem(error);
        return;
      }
    }
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
