/** Encodes blocks and block metas (consensus-rpc.md 3 and 4.3). */
import type { StoredBlock } from '../../../../backend/comet.js';
import type { Block } from '../../../../consensus/types/block.js';
import { NIL_BLOCK_ID } from '../../../../consensus/types/block_id.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../../../kernel/json.js';
import { blockId } from './block_id.js';
import { commit } from './commit.js';
import { type EvidenceShape, evidence } from './evidence.js';
import { header } from './header.js';
import { base64, int64 } from './scalars.js';

export type BlockShape = (block: Block) => Json;

/** Returns an encoder of blocks; `vote` and `item` are the dialect's encoders of evidence and of the votes in it. */
export const blockWith =
  (vote: (v: Vote) => Json, item: EvidenceShape = evidence): BlockShape =>
  (b) => ({
    header: header(b.header),
    data: { txs: b.txs.map(base64) },
    evidence: { evidence: b.evidence.map((e) => item(e, vote)) },
    last_commit: commit(b.lastCommit),
  });

/** Encodes the result of `block` and `block_by_hash`. An unknown block has the nil id and a null block. */
export const storedBlock = (stored: StoredBlock | undefined, shape: BlockShape): Json => ({
  block_id: blockId(stored?.blockId ?? NIL_BLOCK_ID),
  block: stored === undefined ? null : shape(stored.block),
});

export const blockMeta = (stored: StoredBlock) => ({
  block_id: blockId(stored.blockId),
  block_size: int64(stored.size),
  header: header(stored.block.header),
  num_txs: int64(stored.block.txs.length),
});
