/** Reads the blocks with which the engine checks evidence. */
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { EVIDENCE_HEIGHTS, type PastBlock } from '../../consensus/decided_state.js';
import { invariant } from '../../kernel/errors.js';
import type { Steps } from '../../kernel/steps.js';

/** Returns the blocks up to height `newest` that evidence may be about. Only a new network needs them. */
export function* pastBlocks(blockStore: BlockStore, newest: bigint): Steps<readonly PastBlock[]> {
  const blocks: PastBlock[] = [];
  const oldest = newest - BigInt(EVIDENCE_HEIGHTS) + 1n;
  for (let height = oldest > blockStore.base ? oldest : blockStore.base; height <= newest; height++) {
    const block = blockStore.scanBlock(height);
    const validators = blockStore.validators(height);
    invariant(block !== undefined && validators !== undefined, `height ${height} is in the block store`);
    blocks.push({ block, validators });
    yield;
  }
  return blocks;
}
