/** Represents one listener to rounds: how much it may receive, and whether heights are being left out for it. */
import type { RoundsMessage } from '../../../backend/rounds.js';
import type { Receiver } from './outbox.js';

/** Seconds of quiet for which a listener may receive events at once. */
const BURST_SECONDS = 2;

/** Number of events that a listener may still receive. It grows with time, up to a limit. */
class EventBudget {
  #left: number;
  #since: number;

  constructor(
    private readonly perSecond: number,
    private readonly nowMs: () => number,
  ) {
    this.#left = this.#most;
    this.#since = nowMs();
  }

  /** Below zero when more events were passed on than the listener takes. */
  get left(): number {
    const now = this.nowMs();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#since) / 1000) * this.perSecond);
    this.#since = now;
    return this.#left;
  }

  take(events: number): void {
    this.#left = Math.max(this.left - events, -3 * this.#most);
  }

  /** Whether a height that goes on must be cut off, because it has far more events than the listener takes. */
  get isFarOver(): boolean {
    return this.left < -2 * this.#most;
  }

  /** Returns the milliseconds until the listener may receive heights again: events of half a second are left then. */
  get recoveryMs(): number {
    return Math.max(1, Math.ceil(((this.perSecond / 2 - this.left) / this.perSecond) * 1000));
  }

  get #most(): number {
    return BURST_SECONDS * this.perSecond;
  }
}

export class RoundsListener implements Receiver {
  /** Whether the listener still listens. */
  isOpen = true;
  /** `out` while events are left out, and `back` when the next height may be shown again. */
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
