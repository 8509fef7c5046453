/** Estimates the time of the next block, which an engine in another process decides. */
import type { UnixNanos } from '../../kernel/time.js';
import type { ClockView } from '../clock/chain_clock.js';
import { systemClock } from '../platform.js';

/** Expects that the next block has the time of the wall clock, as blocks of validators with correct clocks have. */
export const ENGINE_CLOCK: ClockView = {
  offset: 0n,
  runsFree: true,
  peek: (last: UnixNanos): UnixNanos => {
    const now = systemClock.now();
    return now > last ? now : last + 1n;
  },
};
