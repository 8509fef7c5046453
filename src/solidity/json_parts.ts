/**
 * Reads the wanted members of a large JSON document and skips the rest, so that the syntax trees of a compiler's output
 * are never built. The work pauses at each `yield`, so that other work can run between.
 */
import type { Bytes } from '../kernel/bytes.js';
import { hasHexPrefix, tryFromHexDigits } from '../kernel/hex.js';
import { fromUtf8 } from '../kernel/text.js';

/**
 * Wanted part of a value: the whole value, its JSON as text, the bytes that a text has in UTF-8 or in hex, or some
 * members of an object. The member `*` stands for every member without an entry of its own, and the one without a name
 * for a value that is no object, which otherwise is read whole. So is a value that has no such bytes.
 */
export type Wanted = 'value' | 'text' | 'utf8' | 'hex' | { readonly [member: string]: Wanted };

/** Bytes between two pauses. */
const PAUSE_BYTES = 1_000_000;

/** Characters of a text that are looked at one by one. */
const SHORT_TEXT = 48;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BEGIN_OBJECT = 0x7b;
const END_OBJECT = 0x7d;
const BEGIN_ARRAY = 0x5b;
const END_ARRAY = 0x5d;

/** Reads a document. Throws SyntaxError for one that is damaged; what is skipped is not checked in detail. */
export function* readJsonParts(bytes: Bytes, wanted: Wanted): Generator<undefined, unknown, undefined> {
  const reader = new Reader(bytes);
  const value = yield* reader.value(wanted);
  reader.end();
  return value;
}

class Reader {
  #at = 0;
  #pauseAt = PAUSE_BYTES;

  constructor(private readonly bytes: Bytes) {}

  *value(wanted: Wanted | undefined): Generator<undefined, unknown, undefined> {
    const first = this.#next();
    if (typeof wanted === 'object' && first === BEGIN_OBJECT) return yield* this.#members(wanted);
    const start = this.#at;
    yield* this.#skip();
    if (wanted === undefined) return undefined;
    const form = typeof wanted === 'object' ? wanted[''] : wanted;
    if ((form === 'hex' || form === 'utf8') && first === QUOTE) {
      const inside = this.bytes.subarray(start + 1, this.#at - 1);
      const found = form === 'hex' ? hexIn(inside) : inside.includes(BACKSLASH) ? undefined : new Uint8Array(inside);
      if (found !== undefined) return found;
    }
    const text = fromUtf8(this.bytes.subarray(start, this.#at));
    return form === 'text' ? text : (JSON.parse(text) as unknown);
  }

  end(): void {
    this.#space();
    if (this.#at < this.bytes.length) throw this.#damaged('the end of the document');
  }

  *#members(wanted: { readonly [member: string]: Wanted }): Generator<undefined, unknown, undefined> {
    const members: [string, unknown][] = [];
    this.#at++;
    for (let next = this.#next(); next !== END_OBJECT; next = this.#next()) {
      if (next !== QUOTE) throw this.#damaged('a member');
      const start = this.#at;
      this.#skipText();
      const name = JSON.parse(fromUtf8(this.bytes.subarray(start, this.#at))) as string;
      if (this.#next() !== COLON) throw this.#damaged('":"');
      this.#at++;
      const part = Object.hasOwn(wanted, name) ? wanted[name] : wanted['*'];
      const value = yield* this.value(part);
      if (part !== undefined) members.push([name, value]);
      if (this.#next() === COMMA) this.#at++;
      if (this.#isDue()) yield undefined;
    }
    this.#at++;
    return Object.fromEntries(members);
  }

  /** Skips a value of any kind. Inside of objects and lists only brackets and texts are looked at. */
  *#skip(): Generator<undefined, void, undefined> {
    const { bytes } = this;
    const { length } = bytes;
    const first = this.#next();
    if (first === QUOTE) {
      this.#skipText();
      return;
    }
    if (first !== BEGIN_OBJECT && first !== BEGIN_ARRAY) {
      const start = this.#at;
      while (this.#at < length && !isEndOfScalar(bytes[this.#at] as number)) this.#at++;
      if (this.#at === start) throw this.#damaged('a value');
      return;
    }
    let depth = 0;
    while (this.#at < length) {
      if (this.#isDue()) yield undefined;
      const code = bytes[this.#at] as number;
      if (code === QUOTE) {
        this.#skipText();
        continue;
      }
      this.#at++;
      if (code === BEGIN_OBJECT || code === BEGIN_ARRAY) depth++;
      else if ((code === END_OBJECT || code === END_ARRAY) && --depth === 0) return;
    }
    throw this.#damaged('more');
  }

  /** Returns whether a pause is due. */
  #isDue(): boolean {
    if (this.#at < this.#pauseAt) return false;
    this.#pauseAt = this.#at + PAUSE_BYTES;
    return true;
  }

  #skipText(): void {
    const { bytes } = this;
    const near = Math.min(bytes.length, this.#at + SHORT_TEXT);
    let at = this.#at + 1;
    for (; at < near; at++) {
      const code = bytes[at] as number;
      if (code === QUOTE) break;
      if (code === BACKSLASH) at++;
    }
    // The host searches long texts, such as code and sources, faster.
    if (at >= near) at = this.#endOfText(at);
    if (at < 0) throw this.#damaged('the end of a text');
    this.#at = at + 1;
  }

  /** Returns the position of the quote that ends a text which goes on at `from`; negative for none. */
  #endOfText(from: number): number {
    const { bytes } = this;
    for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
      let before = at;
      while (before > from && bytes[before - 1] === BACKSLASH) before--;
      if ((at - before) % 2 === 0) return at;
    }
    return -1;
  }

  #space(): void {
    const { bytes } = this;
    while (this.#at < bytes.length && (bytes[this.#at] as number) <= 0x20) this.#at++;
  }

  /** Returns the byte after white space. */
  #next(): number {
    this.#space();
    const code = this.bytes[this.#at];
    if (code === undefined) throw this.#damaged('more');
    return code;
  }

  #damaged = (expected: string): SyntaxError => new SyntaxError(`expected ${expected} at byte ${this.#at}`);
}

const hexIn = (text: Bytes): Bytes | undefined => tryFromHexDigits(hasHexPrefix(text) ? text.subarray(2) : text);

const isEndOfScalar = (code: number): boolean =>
  code <= 0x20 || code === COMMA || code === COLON || code === END_OBJECT || code === END_ARRAY;
