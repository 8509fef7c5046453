/**
 * Stores when the first entry in a module's queue of times expires, so that a block in which nothing expires costs one
 * read. An entry that was taken out may leave an earlier time behind.
 */
import { bigintToBytes, bytesToBigint } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { StateReader, StoreName, WorkingState } from '../state/types.js';
import { timeOfKey } from '../types/time_key.js';

const NEXT_KEY = utf8('next');
/** Enough for the year 9999. */
const TIME_BYTES = 9;

function nextExpiry(state: StateReader, store: StoreName): UnixNanos | undefined {
  const value = state.get(store, NEXT_KEY);
  return value && bytesToBigint(value);
}

/** Takes note of an entry that was added. */
export function noteExpiry(state: WorkingState, store: StoreName, time: UnixNanos): void {
  const next = nextExpiry(state, store);
  if (next === undefined || time < next) state.set(store, NEXT_KEY, bigintToBytes(time, TIME_BYTES));
}

/** Returns whether an entry may have expired before a block's time. */
export function hasExpired(state: StateReader, store: StoreName, now: UnixNanos): boolean {
  const next = nextExpiry(state, store);
  return next !== undefined && next < now;
}

/** Takes note that entries were removed from the queues with these prefixes. */
export function renewExpiry(state: WorkingState, store: StoreName, ...queues: readonly Uint8Array[]): void {
  state.delete(store, NEXT_KEY);
  for (const queue of queues)
    for (const [key] of state.entries(store, queue)) {
      noteExpiry(state, store, timeOfKey(key));
      break;
    }
}
