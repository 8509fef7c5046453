/** The documented block (`data` and `evidence` are plain lists), and the wire's block with what documentation adds. */
import type { Block } from '../../../../../consensus/types/block.js';
import { NIL_BLOCK_ID } from '../../../../../consensus/types/block_id.js';
import type { Evidence } from '../../../../../consensus/types/evidence.js';
import type { StoredBlock } from '../../../../ports.js';
import type { Json } from '../../../protocol/json.js';
import type { BlockSearchView } from '../../views.js';
import { blockId } from '../block_id.js';
import { evidence } from '../evidence.js';
import { base64, int64 } from '../scalars.js';
import { plainVote } from '../vote.js';
import { documentedCommit, widenedCommit } from './commit.js';
import { evidenceFacts, flatEvidence, type KeyLookup } from './evidence.js';
import { documentedHeader } from './header.js';

export type BlockShape = (block: Block) => Json;

export const documentedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: b.txs.map(base64),
    evidence: flatEvidence(b.evidence, keyOf),
    last_commit: documentedCommit(b.lastCommit),
  });

/** Where an attack names several validators the wire has room for one: the first. */
const widenedEvidence = (e: Evidence, keyOf: KeyLookup): Json => ({
  ...evidence(e, plainVote),
  ...evidenceFacts(e, keyOf)[0],
});

/**
 * The block of the wire, and beside it each documented member whose name is free: facts of evidence, of the last
 * commit's signatures, and `version.app`. Readers of the wire pass over what they do not know.
 */
export const widenedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: { txs: b.txs.map(base64) },
    evidence: { evidence: b.evidence.map((item) => widenedEvidence(item, keyOf)) },
    last_commit: widenedCommit(b.lastCommit),
  });

/** The answers that hold whole blocks: an unknown one is nil and null. */
export function blockResultsIn(shape: BlockShape) {
  const blockResult = (stored: StoredBlock | undefined): Json => ({
    block_id: blockId(stored?.blockId ?? NIL_BLOCK_ID),
    block: stored === undefined ? null : shape(stored.block),
  });
  return {
    block: blockResult,
    block_search: ({ blocks, total }: BlockSearchView) => ({
      blocks: blocks.map(blockResult),
      total_count: int64(total),
    }),
  };
}
