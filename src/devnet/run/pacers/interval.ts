/** A height every so often, empty or not. A tick that finds the last one still at work is dropped: heights never pile up. */
import { MAX_TIMER_MS } from '../../../config/bounds.js';
import { definePacer } from '../pacer.js';

export interface Interval {
  readonly type: 'interval';
  /** Milliseconds from block to block. */
  readonly ms: number;
}

export const pacer = definePacer<Interval>({
  type: 'interval',
  describe: ({ ms }) => `a block every ${ms / 1000} s`,
  parameters: {
    ms: {
      expected: `milliseconds from 1 to ${MAX_TIMER_MS}`,
      accepts: (value) => value >= 1 && value <= MAX_TIMER_MS,
      read: (text) => {
        const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
        return number === undefined ? undefined : Number(number) * (unit === 's' ? 1000 : 1);
      },
      write: (value) => `${value}ms`,
    },
  },
  run({ ms }, drive) {
    let busy = false;
    const stop = drive.every(ms, () => {
      if (busy) return;
      busy = true;
      void drive.height().then(() => {
        busy = false;
      });
    });
    return { stop };
  },
});
