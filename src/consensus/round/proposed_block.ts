/** A block as `ProcessProposal` and `FinalizeBlock` show it to the application: the same facts under two names. */
import { type BlockMemo, memoOf } from '../caches.js';
import { misbehaviorOf } from '../evidence/misbehavior.js';
import type { StepDraft } from '../step_draft.js';
import type { WholeBlock } from '../types/whole_block.js';
import { commitInfoOf } from './commit_info.js';

/** Both requests of one block: every node asks the same. */
export function proposedBlock({ env, state }: StepDraft, whole: WholeBlock): NonNullable<BlockMemo['requests']> {
  const memo = memoOf(env.caches, whole);
  if (memo.requests !== undefined) return memo.requests;
  const { header, txs, evidence, lastCommit } = whole.block;
  const commitInfo = commitInfoOf(env.caches, lastCommit, state.ledger.chain.lastValidators);
  const facts = {
    txs,
    misbehavior: evidence.flatMap(misbehaviorOf),
    hash: whole.id.hash,
    height: header.height,
    time: header.time,
    nextValidatorsHash: header.nextValidatorsHash,
    proposerAddress: header.proposerAddress,
  };
  const process = { ...facts, proposedLastCommit: commitInfo };
  const finalize = { ...facts, decidedLastCommit: commitInfo };
  memo.requests = { process, finalize };
  return memo.requests;
}
