/** The one table from a planned transition to the file that holds its rule. */
import type { Turn } from '../turn.js';
import { enterCommit } from './enter_commit.js';
import { enterNewRound } from './enter_new_round.js';
import { enterPrecommit } from './enter_precommit.js';
import { enterPrecommitWait } from './enter_precommit_wait.js';
import { enterPrevote } from './enter_prevote.js';
import { enterPrevoteWait } from './enter_prevote_wait.js';
import { enterPropose } from './enter_propose.js';
import { finalize } from './finalize.js';
import type { Transition } from './transition.js';

export function enter(turn: Turn, transition: Transition): void {
  switch (transition.enter) {
    case 'NewRound':
      enterNewRound(turn, transition.height, transition.round);
      return;
    case 'Propose':
      enterPropose(turn, transition.height, transition.round);
      return;
    case 'Prevote':
      enterPrevote(turn, transition.height, transition.round);
      return;
    case 'PrevoteWait':
      enterPrevoteWait(turn, transition.height, transition.round);
      return;
    case 'Precommit':
      enterPrecommit(turn, transition.height, transition.round);
      return;
    case 'PrecommitWait':
      enterPrecommitWait(turn, transition.height, transition.round);
      return;
    case 'Commit':
      enterCommit(turn, transition.height, transition.round);
      return;
    case 'Finalize':
      finalize(turn);
      return;
    case 'NextHeight':
      enterNewRound(turn, turn.round.height, 0);
      return;
  }
}
