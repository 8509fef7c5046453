/** Proves that a block's `data_hash` covers a transaction (consensus-rpc.md 3, TxProof). */

import type { CometBackend, StoredBlock, TxLocation } from '../../backend/comet.js';
import { type MerkleProof, merkleProofs } from '../../codec/merkle/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/caches.js';
import { sha256 } from '../../kernel/hash.js';
import type { TxProofView } from './dialects/views.js';

interface BlockProofs {
  readonly root: Bytes;
  readonly proofs: readonly MerkleProof[];
}

/** Most blocks whose proofs are cached; a search reads many transactions of few blocks. */
const CACHED_BLOCKS = 4;

export class TxProofs {
  readonly #known = new LruCache<StoredBlock, BlockProofs>(CACHED_BLOCKS);

  of(backend: CometBackend, { height, index }: TxLocation): TxProofView | undefined {
    const stored = backend.block(height);
    const made = stored && this.#ofBlock(stored);
    const proof = made?.proofs[index];
    return made && proof && { rootHash: made.root, proof };
  }

  #ofBlock(stored: StoredBlock): BlockProofs {
    let made = this.#known.get(stored);
    if (made === undefined) {
      made = merkleProofs(stored.block.txs.map(sha256));
      this.#known.set(stored, made);
    }
    return made;
  }
}
