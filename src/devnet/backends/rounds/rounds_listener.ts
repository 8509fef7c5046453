/** Is one listener to rounds: how much it may receive, and whether heights are being left out for it. */
import type { RoundsMessage } from '../../../backend/rounds.js';
import { EventBudget } from './event_budget.js';
import type { Receiver } from './outbox.js';

export class RoundsListener implements Receiver {
  /** Says whether the listener still listens. */
  isOpen = true;
  /** Is `out` while events are left out, and `back` when the next height may be shown again. */
  state: 'in' | 'out' | 'back' = 'in';
  /** Stops the timer after which the listener comes back. */
  stopTimer: () => void = () => undefined;
  readonly budget: EventBudget;

  constructor(
    readonly receive: (message: RoundsMessage) => void,
    perSecond: number,
    nowMs: () => number,
  ) {
    this.budget = new EventBudget(perSecond, nowMs);
  }

  close(): void {
    this.isOpen = false;
    this.stopTimer();
  }
}
