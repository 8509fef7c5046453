/**
 * Holds what a dry run did not find. A dry run continues with empty values, so what it misses after the first absent value
 * is a guess. Guesses that the next dry run does not read were wrong; then each further dry run makes fewer of them, so
 * that work whose reads depend on each other does not fetch a multiple of what it reads.
 */
import type { RemoteKey } from '../../../evm/absent_remote.js';

/** Limits the misses of the first dry run, and of any. */
const FIRST_LIMIT = 1024;
const HIGHEST_LIMIT = 8192;
const LOWEST_LIMIT = 4;

export class Misses {
  #keys = new Map<string, RemoteKey>();
  /** Names the misses of the dry run before that this one has not read so far. */
  #unread = new Set<string>();
  #guesses = 0;
  #limit = FIRST_LIMIT;

  get keys(): readonly RemoteKey[] {
    return [...this.#keys.values()];
  }

  /** Begins a dry run. */
  begin(): void {
    this.#unread = new Set(this.#keys.keys());
    this.#guesses = this.#unread.size;
    this.#keys = new Map();
  }

  /** Notes that a value was there. Only what is read before the first miss shows whether the guesses were right. */
  found(name: string): void {
    if (this.#keys.size === 0) this.#unread.delete(name);
  }

  /** Adds a miss. Returns false when the dry run has as many as it may. */
  add(name: string, key: RemoteKey): boolean {
    if (this.#keys.size === 0) this.#adapt();
    this.#keys.set(name, key);
    return this.#keys.size < this.#limit;
  }

  #adapt(): void {
    if (2 * this.#unread.size > this.#guesses) this.#limit = Math.max(LOWEST_LIMIT, this.#limit >> 1);
    else if (this.#guesses >= this.#limit) this.#limit = Math.min(HIGHEST_LIMIT, 2 * this.#limit);
  }
}
