/** Maps each planned transition to the file that holds its rule. */
import type { StepDraft } from '../step_draft.js';
import type { Transition } from '../transition.js';
import { enterCommit } from './enter_commit.js';
import { enterNewRound } from './enter_new_round.js';
import { enterPrecommit } from './enter_precommit.js';
import { enterPrecommitWait } from './enter_precommit_wait.js';
import { enterPrevote } from './enter_prevote.js';
import { enterPrevoteWait } from './enter_prevote_wait.js';
import { enterPropose } from './enter_propose.js';
import { finalize } from './finalize.js';

export function enter(draft: StepDraft, transition: Transition): void {
  switch (transition.enter) {
    case 'NewRound':
      enterNewRound(draft, transition.height, transition.round);
      return;
    case 'Propose':
      enterPropose(draft, transition.height, transition.round);
      return;
    case 'Prevote':
      enterPrevote(draft, transition.height, transition.round);
      return;
    case 'PrevoteWait':
      enterPrevoteWait(draft, transition.height, transition.round);
      return;
    case 'Precommit':
      enterPrecommit(draft, transition.height, transition.round);
      return;
    case 'PrecommitWait':
      enterPrecommitWait(draft, transition.height, transition.round);
      return;
    case 'Commit':
      enterCommit(draft, transition.height, transition.round);
      return;
    case 'Finalize':
      finalize(draft);
      return;
    case 'NextHeight':
      enterNewRound(draft, draft.round.height, 0);
      return;
  }
}
