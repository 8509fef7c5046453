/** Decodes the results of `block` and `commit`, as a client of a node reads them (consensus-rpc.md 3, 4.3). */
import type { Block } from '../../../consensus/types/block.js';
import type { BlockId } from '../../../consensus/types/block_id.js';
import type { Commit } from '../../../consensus/types/commit.js';
import { checkedEvidence, InvalidEvidence } from '../evidence/validate_basic.js';
import { type WireEvidence, wireEvidence } from '../evidence/wire_evidence.js';
import { base64, list, pointer, readAs, struct } from '../protocol/amino_json.js';
import { jsonNodeOf } from '../protocol/json_value.js';
import { blockId, commit, commitAsSent, header } from '../protocol/wire_types.js';

const block = struct({
  header: ['header', header],
  data: ['data', struct({ txs: ['txs', list(base64('types.Tx'))] })],
  evidence: ['evidence', struct({ evidence: ['evidence', list(wireEvidence)] })],
  lastCommit: ['last_commit', commit],
});

const blockResult = struct({ blockId: ['block_id', blockId], block: ['block', pointer(block)] });

const commitResult = struct({ signedHeader: ['signed_header', struct({ commit: ['commit', pointer(commit)] })] });

export interface ReceivedBlock {
  /** Id that the node states; it is not checked. */
  readonly blockId: BlockId;
  readonly block: Block;
}

/**
 * Decodes the result of `block`. Returns undefined when the node has no such block. Throws an error that
 * `responseProblem` explains.
 */
export function readBlock(result: unknown): ReceivedBlock | undefined {
  const { blockId: id, block: wire } = readAs(blockResult, jsonNodeOf(result));
  if (wire === undefined) return undefined;
  const { header: head, data, evidence, lastCommit } = wire;
  const received = {
    header: head,
    txs: data.txs,
    evidence: evidence.evidence.map(evidenceOf),
    lastCommit: commitAsSent(lastCommit),
  };
  return { blockId: id, block: received };
}

function evidenceOf(wire: WireEvidence | undefined) {
  if (wire === undefined) throw new InvalidEvidence('the block has evidence that is null');
  return checkedEvidence(wire);
}

/** Decodes the result of `commit`. Returns undefined when the node has no such commit. Throws as `readBlock` does. */
export function readCommit(result: unknown): Commit | undefined {
  const { signedHeader } = readAs(commitResult, jsonNodeOf(result));
  return signedHeader.commit && commitAsSent(signedHeader.commit);
}
