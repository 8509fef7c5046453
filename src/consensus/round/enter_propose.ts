/**
 * Enters Propose: lines 14–21 of the paper. The proposer offers its valid block, or builds a new one. Also decides
 * whether a round waits for transactions.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { RoundStep } from '../round_step.js';
import { ask, plan, type StepDraft } from '../step_draft.js';
import { pbtsEnabled } from '../types/pbts.js';
import { proposer } from '../types/validator_set.js';
import { newBlockCall } from './new_block.js';
import { isAhead, takeStep } from './place.js';
import { isProposalComplete, propose } from './propose.js';
import { schedule, stepDuration } from './timer.js';

export function enterPropose(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, RoundStep.Propose)) return;
  draft.round.round = round;
  const { chain } = draft.state.decidedState;
  if (chain.params.feature && pbtsEnabled(chain.params.feature, height) && ownTurn(draft) !== undefined) {
    // A block must be later than the last one by the proposer's clock; only the first may have the genesis time.
    const wait = chain.lastBlockTime - draft.now + (chain.lastValidators === undefined ? 0n : 1n);
    if (wait > 0n) {
      schedule(draft, height, round, RoundStep.NewRound, wait);
      return;
    }
  }
  schedule(draft, height, round, RoundStep.Propose, stepDuration(draft.env.timeouts, RoundStep.Propose, round));
  const self = ownTurn(draft);
  if (self !== undefined && draft.round.validBlock !== undefined) propose(draft, draft.round.validBlock);
  else if (self !== undefined && hasLastCommit(draft)) {
    ask(draft, newBlockCall(draft, self));
    return;
  }
  reachPropose(draft);
}

/** Completes the step, once the proposal is made or is another validator's task. */
export function reachPropose(draft: StepDraft): void {
  const { height, round } = draft.round;
  takeStep(draft, round, RoundStep.Propose);
  if (isProposalComplete(draft.round)) plan(draft, { enter: 'Prevote', height, round });
}

/** Returns this validator's address when it is the proposer of the round; undefined otherwise. */
function ownTurn({ env, round }: StepDraft): Bytes | undefined {
  const { address } = proposer(round.validators);
  return env.key !== undefined && equalBytes(env.key.address, address) ? address : undefined;
}

/** Reports whether the commit of the height before is here: without it, nothing can be proposed. */
function hasLastCommit({ state, round }: StepDraft): boolean {
  return round.height === state.decidedState.chain.initialHeight || round.lastCommit?.majority !== undefined;
}

/**
 * Returns true at the initial height, and when the block before changed the application's state: a block is due that
 * proves the new hash.
 */
export function needsProofBlock(draft: StepDraft): boolean {
  const { chain, lastAppHash } = draft.state.decidedState;
  if (draft.round.height === chain.initialHeight) return true;
  return lastAppHash === undefined || !equalBytes(chain.appHash, lastAppHash);
}

/**
 * Returns true when the round waits for a transaction, by `create_empty_blocks` (consensus-engine.md 5.6). Later rounds
 * than 0 never do.
 */
export function waitsForTransactions(draft: StepDraft): boolean {
  const { create, interval } = draft.env.emptyBlocks;
  if (create && interval === 0n) return false;
  return draft.round.round === 0 && !needsProofBlock(draft);
}
