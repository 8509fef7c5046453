/**
 * Where block times come from. The system clock is the wall; the virtual one stands still between blocks, so that a
 * run with a seed gives the same bytes on any day. The only file of the devnet that may look at the wall.
 */
import { NANOS_PER_MILLISECOND, NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../kernel/time.js';

export interface Clock {
  now(): UnixNanos;
}

export const systemClock: Clock = { now: () => BigInt(Date.now()) * NANOS_PER_MILLISECOND };

/** A clock that says the same instant until it is set: time then comes from the blocks alone. */
export const fixedClock = (at: UnixNanos): Clock => ({ now: () => at });

/**
 * The time of the block after one of `lastBlockTime`: now, but at least the next whole second, because EVM contracts
 * see whole seconds and expect them to increase.
 */
export function nextBlockTime(lastBlockTime: UnixNanos, now: UnixNanos): UnixNanos {
  const earliest = (unixSeconds(lastBlockTime) + 1n) * NANOS_PER_SECOND;
  return now > earliest ? now : earliest;
}
