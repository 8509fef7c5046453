/** What the devnet takes from its host: the wall clock, randomness, timers. Nothing else in it looks at them. */
import { randomBytes } from 'node:crypto';
import type { Bytes } from '../kernel/bytes.js';
import type { EventLoop } from '../kernel/fair_scheduler.js';
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../kernel/time.js';

/** Tells the time that the next block shall have; it may stand still. */
export interface Clock {
  /** Nanoseconds since 1970. */
  now(): UnixNanos;
}

/** The wall. */
export const systemClock: Clock = { now: () => BigInt(Date.now()) * NANOS_PER_MILLISECOND };

/** Milliseconds of a clock that never steps back. */
export const monotonicMs = (): number => performance.now();

/** For ids of filters and subscriptions, which nobody may guess and no block contains. */
export const hostRandom = (length: number): Bytes => new Uint8Array(randomBytes(length));

/** Calls back once after `delayMs`, unless the function that it returns is called first. */
export function hostSchedule(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}

/** Calls back every `ms` milliseconds; returns the function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

export const hostTicker: Ticker = (ms, tick) => {
  const timer = setInterval(tick, ms);
  return () => clearInterval(timer);
};

/** The event loop as long work sees it: immediates run after what sockets, timers and signals have brought. */
export const eventLoop: EventLoop = { now: monotonicMs, afterIo: (action) => void setImmediate(action) };
