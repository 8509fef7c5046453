/**
 * Ends a chain on which two blocks were decided at one height. Where byzantine nodes have at least a third of the power,
 * that is no bug of this project: the network remembers both commits and stops. Below a third it is an invariant
 * violation. Events of the same instant still happen, so that `nodes` names every node that decides by then.
 */
import type { AbciCall } from '../consensus/effect.js';
import { recall } from '../consensus/height_history.js';
import { verifySignature } from '../consensus/signature/verify_signature.js';
import { equalBlockIds } from '../consensus/types/block_id.js';
import { verifyCommit } from '../consensus/types/verify_commit.js';
import { equalBytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import { mayFork } from './byzantine_power.js';
import type { ConflictingCommits } from './conflicting_commits.js';
import { type Core, envAt, nodeAt, note } from './core.js';

type FinalizeBlockCall = Extract<AbciCall, { type: 'finalizeBlock' }>;

/**
 * Returns true when a node has decided another block than was decided at the height, and records it. The node's call is
 * never answered. Throws when byzantine nodes have less than a third of the power.
 */
export function recordConflict(core: Core, node: number, question: AbciCall): boolean {
  if (question.type !== 'finalizeBlock') return false;
  const { height, hash } = question.request;
  if (height > core.lastDecidedHeight) return false;
  const first = recall(core.history, height)?.decided;
  if (first === undefined)
    throw new InvariantViolation(`node ${node} finalizes height ${height}, which the history does not retain`);
  if (equalBytes(first.blockId.hash, hash)) {
    if (core.conflict?.height === height) core.conflict = withDecision(core.conflict, node, question);
    return false;
  }
  const { chainId, validators } = nodeAt(core, node).engine.decidedState.chain;
  if (!mayFork(core, validators))
    throw new InvariantViolation(
      `agreement: node ${node} finalizes another block at height ${height} than was decided`,
    );
  const { blockId, seenCommit } = question.decided;
  const verify = verifySignature.bind(undefined, envAt(core, node));
  const problem = verifyCommit(chainId, validators, blockId, height, seenCommit, verify);
  if (problem !== undefined) throw new InvariantViolation(`commit verifies: height ${height}: ${problem}`);
  if (core.conflict !== undefined) {
    if (core.conflict.height === height) core.conflict = withDecision(core.conflict, node, question);
    return true;
  }
  const nodes = core.nodes.flatMap(({ index, engine: { round } }) => (round.height > height ? [index] : []));
  const branch = { blockId: first.blockId, commit: first.seenCommit, nodes };
  const conflict = { height, time: core.now, validators, branches: [branch] };
  core.conflict = withDecision(conflict, node, question);
  note(core, { type: 'conflicting commits', node, conflict: core.conflict });
  return true;
}

/** Adds a node to the branch of the block that it decided. */
function withDecision(conflict: ConflictingCommits, node: number, { decided }: FinalizeBlockCall): ConflictingCommits {
  const { blockId } = decided;
  const at = conflict.branches.findIndex((branch) => equalBlockIds(branch.blockId, blockId));
  const known = conflict.branches[at];
  const branches =
    known === undefined
      ? [...conflict.branches, { blockId, commit: decided.seenCommit, nodes: [node] }]
      : conflict.branches.with(at, { ...known, nodes: [...known.nodes, node].sort((a, b) => a - b) });
  return { ...conflict, branches };
}
