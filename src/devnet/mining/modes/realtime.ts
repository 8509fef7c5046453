/**
 * The network's time passes on the wall, with a factor: timeouts and links take as long as on a real network, and someone
 * who watches sees the rounds go by. Blocks come empty too.
 */

import { NANOS_PER_MILLISECOND } from '../../../kernel/time.js';
import { MAX_TIMER_MS } from '../../../settings/bounds.js';
import { type ActiveMode, defineMiningMode, type MiningDriver } from '../mining_mode_definition.js';

export interface Realtime {
  readonly type: 'realtime';
  /** How many times faster than the wall. */
  readonly factor: number;
}

const LEAST = 0.01;
const MOST = 1000;
/** Further behind than this (a sleeping machine, a factor that it cannot keep) is not caught up with. */
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
  /** The wall's time at which the network's was `#at`. */
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
    // Time that a command has let pass, or has taken back, passed at once.
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
