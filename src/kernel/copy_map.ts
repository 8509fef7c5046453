/** Copies maps in steps. */
import type { Steps } from './steps.js';

/** Entries that one step copies. */
const ENTRIES_OF_STEP = 256;

/** Adds the entries of `from`, which must not change meanwhile, to `to`. */
export function* copyEntries<K, V>(to: Map<K, V>, from: ReadonlyMap<K, V>): Steps<void> {
  let copied = 0;
  for (const [key, value] of from) {
    to.set(key, value);
    if (++copied % ENTRIES_OF_STEP === 0) yield;
  }
}
