/**
 * Heights by the wall's clock, for the paces that have them: every so often, or after a time drawn anew each time. A tick
 * that finds the last one still at work is dropped: heights never pile up.
 */
import { MAX_TIMER_MS } from '../../settings/bounds.js';
import type { ActiveMode, MiningDriver, MiningModeParameter } from './mining_mode_definition.js';

export interface BlockInterval {
  /** Milliseconds from block to block. */
  readonly ms: number;
  /** At most; without it they are always the same. */
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
  const height = (): void => {
    if (busy) return;
    busy = true;
    void drive.height().then(() => {
      busy = false;
    });
  };
  if (maxMs === undefined) return { stop: drive.every(ms, height) };
  const plan = (): (() => void) =>
    drive.schedule(ms + drive.below(Math.floor(maxMs - ms) + 1), () => {
      height();
      cancel = plan();
    });
  let cancel = plan();
  return { stop: () => cancel() };
}
