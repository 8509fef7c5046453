/**
 * The encoded responses that never change: a block, its results, its commit. The keys are the chain's own objects, so a
 * height that is reverted and made again has a new entry. When the cache exceeds its number of characters, it evicts
 * the entries that were used least recently.
 */
import type { Json } from '../../kernel/json.js';
import { encodeJson, JsonText } from './protocol/json.js';

/**
 * Most characters, most of which take one byte: about forty full blocks with their results. Each dialect has one cache.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024;

interface CacheEntry {
  readonly answer: JsonText;
  /** Map that contains this entry, under `name`. */
  readonly entries: Map<string, CacheEntry>;
  readonly name: string;
}

export class ResponseCache {
  readonly #bySource = new WeakMap<object, Map<string, CacheEntry>>();
  /** Entries in the order of use; the entry used last is at the end. */
  readonly #order = new Set<CacheEntry>();
  #characters = 0;

  constructor(readonly maxCharacters = MAX_CHARACTERS) {}

  /**
   * Returns the cached text for `source` and `name`, or that of `make`. `source` must not change; `name` distinguishes
   * the responses for one source.
   */
  text(source: object, name: string, make: () => Json): JsonText {
    const known = this.#bySource.get(source)?.get(name);
    if (known !== undefined) {
      this.#order.delete(known);
      this.#order.add(known);
      return known.answer;
    }
    const answer = new JsonText(encodeJson(make()));
    this.#keep(source, name, answer);
    return answer;
  }

  #keep(source: object, name: string, answer: JsonText): void {
    const entries = this.#bySource.get(source) ?? new Map<string, CacheEntry>();
    this.#bySource.set(source, entries);
    const entry = { answer, entries, name };
    entries.set(name, entry);
    this.#order.add(entry);
    this.#characters += answer.text.length;
    for (const oldest of this.#order) {
      if (this.#characters <= this.maxCharacters) return;
      this.#order.delete(oldest);
      oldest.entries.delete(oldest.name);
      this.#characters -= oldest.answer.text.length;
    }
  }
}
