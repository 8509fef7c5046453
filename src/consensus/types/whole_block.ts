/** A block with all its parts. */
import type { Block } from './block.js';
import type { BlockId } from './block_id.js';
import type { PartSet } from './part_set.js';

export interface WholeBlock {
  readonly block: Block;
  readonly id: BlockId;
  readonly parts: PartSet;
}
