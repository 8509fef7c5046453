/**
 * Chooses where block times come from: the wall clock, or a virtual clock that does not advance between blocks. With a
 * virtual clock, a run with a seed gives the same bytes on any day.
 */
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import { refusedOption } from '../../settings/refused_option.js';
import { type Clock, systemClock } from '../platform.js';

/** Makes a clock that only blocks advance, by one second each. */
export function fixedClock(at: UnixNanos): Clock {
  if (typeof at !== 'bigint') throw refusedOption('at', at, 'nanoseconds since 1970 as a bigint');
  return { now: () => at };
}

/** 2025-01-01T00:00:00Z, at which chains with a virtual clock begin. */
const VIRTUAL_START = 1_735_689_600n * NANOS_PER_SECOND;

export type ClockName = 'wall' | 'virtual';

/** Returns the clock of a name. Without a name it is the wall clock, or with a seed the virtual one. */
export function clockOf(clock: Clock | ClockName | undefined, seed: string | undefined): Clock {
  if (typeof clock === 'object') return clock;
  const name = clock ?? (seed === undefined ? 'wall' : 'virtual');
  return name === 'wall' ? systemClock : fixedClock(VIRTUAL_START);
}
