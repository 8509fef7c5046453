/** The propose step: lines 14–21 of the paper. The proposer offers its valid block, or builds a new one. */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { ask, plan, type Turn } from '../turn.js';
import { proposer } from '../types/validator_set.js';
import { newBlockQuestion } from './new_block.js';
import { isAhead, takeStep } from './place.js';
import { isProposalComplete } from './proposal_complete.js';
import { propose } from './propose.js';
import { Step } from './step.js';
import { schedule, stepDuration } from './timer.js';

export function enterPropose(turn: Turn, height: bigint, round: number): void {
  if (!isAhead(turn.round, height, round, Step.Propose)) return;
  turn.round.round = round;
  schedule(turn, height, round, Step.Propose, stepDuration(turn.env.timeouts, Step.Propose, round));
  const self = ownTurn(turn);
  if (self !== undefined && turn.round.validBlock !== undefined) propose(turn, turn.round.validBlock);
  else if (self !== undefined && hasLastCommit(turn)) {
    ask(turn, newBlockQuestion(turn, self));
    return;
  }
  reachPropose(turn);
}

/** The rest of the step, once the proposal is made or is not ours to make. */
export function reachPropose(turn: Turn): void {
  const { height, round } = turn.round;
  takeStep(turn, round, Step.Propose);
  if (isProposalComplete(turn.round)) plan(turn, { enter: 'Prevote', height, round });
}

/** This validator's address, when it is the proposer of the round. */
function ownTurn({ env, round }: Turn): Bytes | undefined {
  const { address } = proposer(round.validators);
  return env.key !== undefined && equalBytes(env.key.address, address) ? address : undefined;
}

/** Without the commit of the height before, nothing can be proposed. */
function hasLastCommit({ state, round }: Turn): boolean {
  return round.height === state.ledger.chain.initialHeight || round.lastCommit?.majority !== undefined;
}
