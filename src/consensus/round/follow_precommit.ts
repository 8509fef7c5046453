/**
 * Plans the transitions that a new precommit allows: a decision, a wait, or a later round (consensus-engine.md 5.4).
 */

import { plan, type StepDraft } from '../step_draft.js';
import { precommitsOf } from '../tally/height_votes.js';
import { hasTwoThirdsAny, isFull } from '../tally/vote_set.js';
import type { Transition } from '../transition.js';
import { isNilBlockId } from '../types/block_id.js';

export function followPrecommit(draft: StepDraft, round: number): void {
  const { height } = draft.round;
  const precommits = precommitsOf(draft.round.votes, round);
  if (precommits === undefined) return;
  const { majority } = precommits;
  const go = (enter: 'NewRound' | 'Precommit' | 'PrecommitWait' | 'Commit'): Transition => ({ enter, height, round });
  if (majority !== undefined && !isNilBlockId(majority)) {
    const atOnce = draft.env.timeouts.skipTimeoutCommit && isFull(precommits);
    if (atOnce) plan(draft, { enter: 'NextHeight' });
    plan(draft, go('NewRound'), go('Precommit'), go('Commit'));
  } else if (majority !== undefined) {
    plan(draft, go('NewRound'), go('Precommit'), go('PrecommitWait'));
  } else if (draft.round.round <= round && hasTwoThirdsAny(precommits)) {
    plan(draft, go('NewRound'), go('PrecommitWait'));
  }
}
