/** What a new precommit leads to: a decision, a wait, or a later round (consensus-engine.md 5.4). */
import { precommitsOf } from '../tally/height_votes.js';
import { hasTwoThirdsAny, isFull } from '../tally/vote_set.js';
import { plan, type Turn } from '../turn.js';
import { isNilBlockId } from '../types/block_id.js';
import type { Transition } from './transition.js';

export function followPrecommit(turn: Turn, round: number): void {
  const { height } = turn.round;
  const precommits = precommitsOf(turn.round.votes, round);
  if (precommits === undefined) return;
  const { majority } = precommits;
  const go = (enter: 'NewRound' | 'Precommit' | 'PrecommitWait' | 'Commit'): Transition => ({ enter, height, round });
  if (majority !== undefined && !isNilBlockId(majority)) {
    const atOnce = turn.env.timeouts.skipTimeoutCommit && isFull(precommits);
    if (atOnce) plan(turn, { enter: 'NextHeight' });
    plan(turn, go('NewRound'), go('Precommit'), go('Commit'));
  } else if (majority !== undefined) {
    plan(turn, go('NewRound'), go('Precommit'), go('PrecommitWait'));
  } else if (turn.round.round <= round && hasTwoThirdsAny(precommits)) {
    plan(turn, go('NewRound'), go('PrecommitWait'));
  }
}
