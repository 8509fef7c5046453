/**
 * Makes blocks by the wall clock, for the mining modes with an interval. The interval is fixed, or a random time that
 * is drawn for each block. A tick is dropped while the block before is still in progress, so that heights never pile
 * up. A tick lets no more time pass in the network than on the wall clock, so a height that needs several rounds takes
 * several ticks.
 */
import { MAX_TIMER_MS } from '../../settings/bounds.js';
import type { ActiveMode, MiningDriver, MiningModeParameter } from './mining_mode_definition.js';

export interface BlockInterval {
  /** Milliseconds from block to block, or the fewest when `maxMs` is given. */
  readonly ms: number;
  /** Most milliseconds from block to block. Without it the interval is fixed. */
  readonly maxMs?: number;
}

const MILLISECONDS: MiningModeParameter = {
  expected: `milliseconds from 1 to ${MAX_TIMER_MS}`,
  accepts: (value) => value >= 1 && value <= MAX_TIMER_MS,
  read: (text) => {
    const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * (unit === 's' ? 1000 : 1);
  },
};

export const TICK_PARAMETERS = { ms: MILLISECONDS, maxMs: { ...MILLISECONDS, optional: true } } as const;

export const intervalRefusal = ({ ms, maxMs = ms }: BlockInterval): string | undefined =>
  maxMs < ms ? `"maxMs" is ${maxMs}, expected no less than "ms", which is ${ms}` : undefined;

export const describeInterval = ({ ms, maxMs }: BlockInterval): string =>
  maxMs === undefined ? `every ${ms / 1000} s` : `every ${ms / 1000} to ${maxMs / 1000} s`;

export function tick({ ms, maxMs }: BlockInterval, drive: MiningDriver): ActiveMode {
  let busy = false;
  const height = (afterMs: number): void => {
    if (busy) return;
    busy = true;
    void drive.height(afterMs).then(() => {
      busy = false;
    });
  };
  if (maxMs === undefined) return { stop: drive.every(ms, () => height(ms)) };
  const plan = (): (() => void) => {
    const delayMs = ms + drive.below(Math.floor(maxMs - ms) + 1);
    return drive.schedule(delayMs, () => {
      height(delayMs);
      cancel = plan();
    });
  };
  let cancel = plan();
  return { stop: () => cancel() };
}
