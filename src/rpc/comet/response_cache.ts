/**
 * Answers that never change, as text: a block, its results, its commit. They are kept by the object that the chain keeps
 * them in, so that a height that is reverted and made anew is another answer; up to a number of characters, the ones used
 * last.
 */
import { encodeJson, type Json, JsonText } from './protocol/json.js';

/** Characters, most of which take one byte: some forty full blocks with their results. One dialect keeps so much. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

interface Kept {
  readonly answer: JsonText;
  /** Where it is found, and under which name. */
  readonly shelf: Map<string, Kept>;
  readonly name: string;
}

export class ResponseCache {
  readonly #shelves = new WeakMap<object, Map<string, Kept>>();
  /** The one used last is the last. */
  readonly #order = new Set<Kept>();
  #characters = 0;

  constructor(readonly maxCharacters = MAX_CHARACTERS) {}

  /** What `make` gives for `source`, which must not change; `name` tells the answers about one source apart. */
  text(source: object, name: string, make: () => Json): JsonText {
    const known = this.#shelves.get(source)?.get(name);
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
    const shelf = this.#shelves.get(source) ?? new Map<string, Kept>();
    this.#shelves.set(source, shelf);
    const kept = { answer, shelf, name };
    shelf.set(name, kept);
    this.#order.add(kept);
    this.#characters += answer.text.length;
    for (const oldest of this.#order) {
      if (this.#characters <= this.maxCharacters) return;
      this.#order.delete(oldest);
      oldest.shelf.delete(oldest.name);
      this.#characters -= oldest.answer.text.length;
    }
  }
}
