/**
 * Converts a block to the requests `ProcessProposal` and `FinalizeBlock`, which hold the same facts under two names.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { type BlockMemo, type Caches, memoOf } from '../caches.js';
import { misbehaviorOf } from '../evidence/misbehavior.js';
import type { StepDraft } from '../step_draft.js';
import type { Block } from '../types/block.js';
import type { ValidatorSet } from '../types/validator_set.js';
import type { WholeBlock } from '../types/whole_block.js';
import { commitInfoOf } from './new_block.js';

/** Returns both requests of one block, which are equal on every node. */
export const proposedBlock = ({ env, state }: StepDraft, whole: WholeBlock): NonNullable<BlockMemo['requests']> =>
  requestsOf(env.caches, state.decidedState.chain.lastValidators, whole);

/** Builds both requests; `lastValidators` are those of the state before the block. */
export function requestsOf(
  caches: Caches,
  lastValidators: ValidatorSet | undefined,
  whole: WholeBlock,
): NonNullable<BlockMemo['requests']> {
  const memo = memoOf(caches, whole);
  memo.requests ??= blockRequests(caches, lastValidators, whole.block, whole.id.hash);
  return memo.requests;
}

/** Builds both requests of a block that has no memo. */
export function blockRequests(
  caches: Caches,
  lastValidators: ValidatorSet | undefined,
  block: Block,
  hash: Bytes,
): NonNullable<BlockMemo['requests']> {
  const { header, txs, evidence, lastCommit } = block;
  const commitInfo = commitInfoOf(caches, lastCommit, lastValidators);
  const facts = {
    txs,
    misbehavior: evidence.flatMap(misbehaviorOf),
    hash,
    height: header.height,
    time: header.time,
    nextValidatorsHash: header.nextValidatorsHash,
    proposerAddress: header.proposerAddress,
  };
  return {
    process: { proposedLastCommit: commitInfo, ...facts },
    finalize: { decidedLastCommit: commitInfo, ...facts },
  };
}
