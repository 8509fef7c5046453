/**
 * Finds the byte array of a transaction that this node already has. An engine sends the bytes of a transaction again
 * with every call about it, but the application caches by the array what it has decoded, above all the sender that it
 * recovered from the signature (`src/app/tx/tx_reader.ts`).
 */
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { Mempool } from '../../mempool/mempool.js';

export class HeldTxs {
  /** Holds the transactions of the last proposal that are not in the mempool, by their hashes in hex. */
  #proposed = new Map<string, Bytes>();

  /** Returns the array with these bytes that the mempool or the last proposal has, and `tx` itself if none has. */
  of(tx: Bytes, pool: Pick<Mempool, 'get'>): Bytes {
    const hash = txHash(tx);
    return pool.get(hash)?.tx ?? (this.#proposed.size === 0 ? undefined : this.#proposed.get(toHex(hash))) ?? tx;
  }

  /** Returns the arrays for a block's transactions. */
  ofBlock(txs: readonly Bytes[], pool: Pick<Mempool, 'get'>): readonly Bytes[] {
    return txs.map((tx) => this.of(tx, pool));
  }

  /** Returns the arrays for a proposal's transactions, and holds them until the next proposal or `forget`. */
  ofProposal(txs: readonly Bytes[], pool: Pick<Mempool, 'get' | 'has'>): readonly Bytes[] {
    const held = this.ofBlock(txs, pool);
    this.#proposed = new Map(held.flatMap((tx) => (pool.has(txHash(tx)) ? [] : [[toHex(txHash(tx)), tx] as const])));
    return held;
  }

  /** Forgets the last proposal. */
  forget(): void {
    this.#proposed = new Map();
  }
}
