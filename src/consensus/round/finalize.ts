/** Executes a decided block that is complete, and begins the next height (CometBFT finalizeCommit, updateToState). */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { sharedNewVotes } from '../caches.js';
import type { DecidedBlock } from '../effect.js';
import { RoundStep } from '../round_step.js';
import { newHeightRound, nextHeight } from '../state.js';
import { ask, emit, emitEvent, type StepDraft } from '../step_draft.js';
import { commitOfVotes } from '../tally/commit_of_votes.js';
import { precommitsOf } from '../tally/height_votes.js';
import type { VoteSet } from '../tally/vote_set.js';
import { advance } from '../transition.js';
import { isNilBlockId } from '../types/block_id.js';
import type { WholeBlock } from '../types/whole_block.js';
import { blockProblem } from './block_problem.js';
import { isBlock } from './lock.js';
import { proposedBlock } from './proposed_block.js';
import { schedule } from './timer.js';
import { updateEvidencePool } from './update_evidence_pool.js';

/** Returns the precommits that decided this height and the block, when both are here. */
function decision({ round }: StepDraft): { readonly precommits: VoteSet; readonly whole: WholeBlock } | undefined {
  if (round.step !== RoundStep.Commit) return undefined;
  const precommits = precommitsOf(round.votes, round.commitRound);
  if (precommits?.majority === undefined || isNilBlockId(precommits.majority)) return undefined;
  return isBlock(round.proposalBlock, precommits.majority) ? { precommits, whole: round.proposalBlock } : undefined;
}

/**
 * Executes the decided block; does nothing while the block is missing. Persists the decision before the application
 * sees it.
 */
export function finalize(draft: StepDraft): void {
  const found = decision(draft);
  if (found === undefined) return;
  const { precommits, whole } = found;
  const problem = blockProblem(draft, whole);
  if (problem !== undefined)
    throw new InvariantViolation(`more than two thirds precommitted an invalid block: ${problem}`);
  emit(draft, { type: 'persist' });
  const decided: DecidedBlock = {
    block: whole.block,
    blockId: whole.id,
    parts: whole.parts,
    // Only the first node that decides the height reads it.
    get seenCommit() {
      return commitOfVotes(precommits);
    },
  };
  ask(draft, { type: 'finalizeBlock', request: proposedBlock(draft, whole).finalize, decided });
}

/** Begins the next height, once the application has executed the block. */
export function beginNextHeight(draft: StepDraft, decided: DecidedBlock, response: FinalizeBlockResponse): void {
  const found = decision(draft);
  if (found === undefined) throw new InvariantViolation(`nothing is decided at ${draft.round.height}`);
  const { txs } = found.whole.block;
  if (response.txResults.length !== txs.length)
    throw new InvariantViolation(
      `the application answered ${txs.length} transactions with ${response.txResults.length} results`,
    );
  const { state } = draft;
  const commitTime = draft.round.commitTime ?? draft.now;
  state.decidedState = advance(draft.env.caches, state.decidedState, found.whole, response);
  updateEvidencePool(draft, found.whole.block.evidence);
  emit(draft, { type: 'decided', decided, response, chain: state.decidedState.chain });
  draft.round = newHeightRound(
    state.decidedState,
    found.precommits,
    commitTime + draft.env.timeouts.commit,
    sharedNewVotes(draft.env.caches, nextHeight(state.decidedState), state.decidedState.chain.validators),
  );
  emit(draft, { type: 'persist' });
  emitEvent(draft, 'step');
  const { height, startTime } = draft.round;
  schedule(draft, height, 0, RoundStep.NewHeight, startTime - draft.now);
}
