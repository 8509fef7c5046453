/**
 * Defines how the block store holds a block: whole, as the engine of this process decided it, or as an engine in another
 * process requested it with FinalizeBlock.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import { type Block, decodeBlock } from '../../consensus/types/block.js';
import type { BlockId } from '../../consensus/types/block_id.js';
import { headerHash } from '../../consensus/types/header.js';
import { partSetOf } from '../../consensus/types/part_set.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface StoredBlock {
  readonly blockId: BlockId;
  readonly block: Block;
  /** Size of the block's record in bytes. */
  readonly size: number;
  /** Request that the engine asked to execute; `undefined` for a whole block, from which it follows. */
  readonly request?: FinalizeBlockRequest;
}

export interface BlockRecords {
  /** Whether the store also holds the commits, so that the newest block needs one. */
  readonly withCommits: boolean;
  /** Whether each height has a record for the EVM JSON-RPC. */
  readonly withEvm: boolean;
  decode(record: Bytes): StoredBlock;
  /** Decodes what is in the block itself, without its id. */
  decodeBlock(record: Bytes): Block;
}

/** Whole blocks as their parts contain them. */
export const WHOLE_BLOCKS: BlockRecords = {
  withCommits: true,
  withEvm: true,
  decode: (record) => {
    const block = decodeBlock(record);
    const blockId = { hash: headerHash(block.header), parts: partSetOf(record).header };
    return { blockId, block, size: record.length };
  },
  decodeBlock,
};

/** Whole blocks of an application without EVM. */
export const BLOCKS_WITHOUT_EVM: BlockRecords = { ...WHOLE_BLOCKS, withEvm: false };
