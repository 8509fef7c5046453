/** Copies the entries of a map in steps. */
import type { Steps } from './steps.js';

/** Most entries that one step copies. */
const ENTRIES_OF_STEP = 256;

/** Adds the entries of `from` to `to`. `from` must not change between the steps. */
export function* copyEntries<K, V>(to: Map<K, V>, from: ReadonlyMap<K, V>): Steps<void> {
  let copied = 0;
  for (const [key, value] of from) {
    to.set(key, value);
    if (++copied % ENTRIES_OF_STEP === 0) yield;
  }
}
