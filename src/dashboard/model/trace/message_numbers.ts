/** Numbers the messages of a trace by their content, because a trace repeats a message at each of its events. */
import type { Member } from './trace_lines.js';
import { memberOf, textOf } from './trace_values.js';

/** Most messages that are remembered; one that is older gets a new number. */
const MAX_KNOWN = 20_000;
/** Characters of a part's bytes that tell it from other parts. */
const PART_CHARS = 2048;

export class MessageNumbers {
  #known = new Map<string, number>();
  #next = 1;

  /** Returns the number of a message, and calls `describe` with it before when it is new. */
  of(message: Member, describe: (number: number) => void): number {
    const key = keyOf(message);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) this.#known = new Map([...this.#known].slice(MAX_KNOWN / 2));
    const number = this.#next++;
    this.#known.set(key, number);
    describe(number);
    return number;
  }

  /** Lets every message be described again. */
  forget(): void {
    this.#known = new Map();
  }
}

/** Returns a text that is equal for equal messages, without most of the bytes of parts. */
function keyOf(message: Member): string {
  if (message['type'] !== 'part') return JSON.stringify(message);
  const part = memberOf(message['part']);
  const place = `${String(message['height'])} ${String(message['round'])} ${String(part['index'])}`;
  return `part ${place} ${textOf(part['bytes']).slice(0, PART_CHARS)}`;
}
