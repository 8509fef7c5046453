/**
 * Automine and interval mining as tools switch them. In Hardhat they are two switches, and both may be on; in Anvil each
 * replaces the other, and an interval of none leaves blocks to be mined by hand.
 */

import type { Ticks } from './block_interval.js';
import { type Pace, pacerOf, readPace } from './mining_mode.js';

export const MANUAL: Pace = { type: 'manual' };
export const AUTOMINE: Pace = { type: 'automine' };

export const isAutomine = (pace: Pace): boolean => pacerOf(pace).automine === true;

/** Undefined when no block comes by the clock. */
export const ticksOf = (pace: Pace): Ticks | undefined =>
  pace.type === 'interval' || pace.type === 'mixed' ? pace : undefined;

/** `exclusive`: as in Anvil. A pace that is neither goes on when automine is switched off. */
export function switchAutomine(pace: Pace, on: boolean, exclusive: boolean): Pace {
  if (isAutomine(pace) === on) return pace;
  const ticks = on && exclusive ? undefined : ticksOf(pace);
  return paceOf(on, ticks);
}

/** Undefined for none. `exclusive`: as in Anvil. Throws HalleyError for ticks that no pace can have. */
export function switchInterval(pace: Pace, ticks: Ticks | undefined, exclusive: boolean): Pace {
  if (exclusive) return paceOf(false, ticks);
  if (ticks === undefined && ticksOf(pace) === undefined) return pace;
  return paceOf(isAutomine(pace), ticks);
}

function paceOf(automine: boolean, ticks: Ticks | undefined): Pace {
  if (ticks === undefined) return automine ? AUTOMINE : MANUAL;
  const { ms, maxMs } = ticks;
  return readPace(automine ? 'mixed' : 'interval', maxMs === undefined ? { ms } : { ms, maxMs });
}
