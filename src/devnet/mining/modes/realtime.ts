/**
 * Ties the network's time to the wall clock, with a factor. Timeouts and links take as long as on a real network, so
 * that clients can watch the rounds. Blocks may be empty.
 */

import { NANOS_PER_MILLISECOND } from '../../../kernel/time.js';
import { MAX_TIMER_MS } from '../../../settings/bounds.js';
import { type ActiveMode, defineMiningMode, type MiningDriver } from '../mining_mode_definition.js';

export interface Realtime {
  readonly type: 'realtime';
  /** Factor by which the network's time passes faster than the wall clock. */
  readonly factor: number;
}

const LEAST = 0.01;
const MOST = 1000;
/** Longest lag that is caught up. A larger lag (a suspended computer, or a factor that is too high) is skipped. */
const MAX_LAG_MS = 1000;

export const mode = defineMiningMode<Realtime>({
  type: 'realtime',
  describe: ({ factor }) => (factor === 1 ? 'in real time' : `in real time, ${factor} times as fast`),
  parameters: {
    factor: {
      expected: `a number from ${LEAST} to ${MOST}`,
      accepts: (value) => value >= LEAST && value <= MOST,
      fallback: 1,
      read: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
    },
  },
  run: ({ factor }, drive) => new Stopwatch(factor, drive),
});

class Stopwatch implements ActiveMode {
  /** Time of the wall clock at which the network's time was `#at`. */
  #since: number;
  #at: bigint;
  #cancel: (() => void) | undefined;
  #busy = false;
  #stopped = false;

  constructor(
    private readonly factor: number,
    private readonly drive: MiningDriver,
  ) {
    this.#since = drive.nowMs();
    this.#at = drive.now;
    this.#plan();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  moved(): void {
    if (this.#busy) return;
    // When a command has changed the network's time, the change counts as having taken no time.
    if (this.drive.now !== this.#at) this.#set(this.drive.nowMs());
    this.#plan();
  }

  #set(since: number): void {
    this.#since = since;
    this.#at = this.drive.now;
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const { nextTime, now } = this.drive;
    if (this.#stopped || nextTime === undefined) return;
    const waitMs = nextTime > now ? Number(nextTime - now) / Number(NANOS_PER_MILLISECOND) / this.factor : 0;
    const due = this.#since + waitMs;
    const delayMs = Math.min(Math.max(due - this.drive.nowMs(), 0), MAX_TIMER_MS);
    this.#cancel = this.drive.schedule(delayMs, () => void this.#go(due));
  }

  async #go(due: number): Promise<void> {
    this.#busy = true;
    await this.drive.instant();
    this.#busy = false;
    const nowMs = this.drive.nowMs();
    this.#set(nowMs - due > MAX_LAG_MS ? nowMs : due);
    this.#plan();
  }
}
