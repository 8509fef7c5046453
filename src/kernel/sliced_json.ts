/**
 * Parses long JSON in steps, so that a long text does not hold the process. One pass finds where values end; groups of
 * members are parsed by `JSON.parse`. The result is that of `JSON.parse` for the whole text.
 */
import type { Steps } from './steps.js';

/** Most characters of a group, except for a single long text. */
const GROUP_LENGTH = 64 * 1024;
/** Characters that a step reads. */
const STEP_LENGTH = 64 * 1024;
/** Greatest depth. A trace of the deepest calls has two levels for each of 1,024 calls. */
const MAX_DEPTH = 4_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK = /^[ \t\n\r]*$/;
const COLON_AT_END = /^[ \t\n\r]*:[ \t\n\r]*$/;

type Container = unknown[] | Record<string, unknown>;

/** Array or object whose end was not found yet. */
class Open {
  /** Members that were parsed already; `undefined` before the first group. */
  value: Container | typeof STREAMED | undefined;
  /** Start of the members that were not parsed yet. */
  rest: number;
  /** Tells whether a comma must come next: after a member that was parsed by itself. */
  needsComma = false;
  /** Start and end of the last text in it: the key of the member that comes next, in an object. */
  keyStart: number;
  keyEnd: number;

  /** `members` takes the members in place of the value; it is undefined for a value that is built. */
  constructor(
    readonly isArray: boolean,
    readonly start: number,
    readonly members: MemberSink | undefined,
  ) {
    this.rest = start + 1;
    this.keyStart = start;
    this.keyEnd = start;
  }
}

/** Takes the members of an object one by one. */
export interface MemberSink {
  /**
   * Runs before the members of an object with the key. A JSON object may have a key more than once; the last counts.
   */
  begin(): void;
  member(key: string, value: unknown): void;
}

export interface SlicedJsonOptions {
  /** Most characters that are parsed at once, except for a single long text. */
  readonly groupLength?: number;
  /** Parses a group. The default is `JSON.parse`. */
  readonly parse?: (text: string) => unknown;
  /**
   * Takes the members of a long object that has the key in the whole value. The object in the result is then `STREAMED`.
   * A short object is in the result.
   */
  readonly streamed?: { readonly key: string; readonly sink: MemberSink };
}

/** Stands in the result for an object whose members were passed on. */
export const STREAMED: Readonly<Record<string, unknown>> = Object.freeze({});

/** Returns the value. Throws SyntaxError for a text that is not JSON, and for one that is nested too deeply. */
export function* parsingJson(text: string, options: SlicedJsonOptions = {}): Steps<unknown> {
  const { groupLength = GROUP_LENGTH, parse = JSON.parse } = options;
  // A text of this length cannot be nested too deeply.
  if (text.length <= Math.min(groupLength, 2 * MAX_DEPTH)) return parse(text);
  const parser = new SlicedParser(text, groupLength, parse, options.streamed);
  try {
    while (!parser.advance(STEP_LENGTH)) yield;
    return parser.result();
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`${error.message}, near character ${parser.at}`) : error;
  }
}

class SlicedParser {
  readonly #open: Open[] = [];
  #at = 0;
  #root: { readonly value: unknown; readonly start: number; readonly end: number } | undefined;

  constructor(
    private readonly text: string,
    private readonly groupLength: number,
    private readonly parse: (text: string) => unknown,
    private readonly streamed: SlicedJsonOptions['streamed'],
  ) {}

  /** Characters that were read. */
  get at(): number {
    return this.#at;
  }

  /** Reads about `length` characters. Returns true at the end of the text. */
  advance(length: number): boolean {
    const until = Math.min(this.text.length, this.#at + length);
    while (this.#at < until) this.#readAt(this.#at, this.text.charCodeAt(this.#at));
    return this.#at >= this.text.length;
  }

  result(): unknown {
    // A number or a text needs no slices.
    if (this.#root === undefined) return this.parse(this.#open.length === 0 ? this.text : '');
    const { value, start, end } = this.#root;
    mustBe(BLANK, this.text.slice(0, start) + this.text.slice(end));
    return value;
  }

  #readAt(at: number, code: number): void {
    this.#at = at + 1;
    if (code === QUOTE) this.#skipText(at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#begin(at, code === OPEN_ARRAY);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#end(at, code === CLOSE_ARRAY);
    else if (code === COMMA) this.#separate(at);
  }

  #skipText(start: number): void {
    let end = this.text.indexOf('"', start + 1);
    while (end > 0 && this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new SyntaxError('a text has no end');
    this.#at = end + 1;
    const open = this.#open.at(-1);
    if (open === undefined) return;
    open.keyStart = start;
    open.keyEnd = end + 1;
  }

  #isEscaped(at: number): boolean {
    let from = at;
    while (this.text.charCodeAt(from - 1) === BACKSLASH) from--;
    return (at - from) % 2 === 1;
  }

  #begin(start: number, isArray: boolean): void {
    if (this.#open.length >= MAX_DEPTH) throw new SyntaxError(`it is nested more than ${MAX_DEPTH} levels deep`);
    if (this.#open.length === 0 && this.#root !== undefined) throw malformed();
    this.#open.push(new Open(isArray, start, isArray ? undefined : this.#sink()));
  }

  /** Returns what takes the members of the object that begins. */
  #sink(): MemberSink | undefined {
    const [parent] = this.#open;
    if (this.streamed === undefined || parent === undefined || this.#open.length > 1) return undefined;
    const key = this.text.slice(parent.keyStart, parent.keyEnd);
    return key === JSON.stringify(this.streamed.key) ? this.streamed.sink : undefined;
  }

  #separate(at: number): void {
    const open = this.#open.at(-1);
    if (open === undefined) throw malformed();
    if (open.needsComma) {
      mustBe(BLANK, this.text.slice(open.rest, at));
      open.needsComma = false;
      open.rest = at + 1;
    } else if (at - open.rest >= this.groupLength) {
      this.#parseGroup(open, at);
      open.rest = at + 1;
    }
  }

  #end(at: number, isArray: boolean): void {
    const open = this.#open.pop();
    if (open?.isArray !== isArray) throw malformed();
    const parent = this.#open.at(-1);
    // A short one is a part of a group.
    if (parent !== undefined && open.value === undefined && at - open.start < this.groupLength) return;
    const isEmpty = open.value === undefined && BLANK.test(this.text.slice(open.rest, at));
    if (open.needsComma) mustBe(BLANK, this.text.slice(open.rest, at));
    else if (!isEmpty) this.#parseGroup(open, at);
    const value = open.value ?? (isArray ? [] : {});
    if (parent === undefined) this.#root = { value, start: open.start, end: at + 1 };
    else this.#addTo(parent, value, open.start, at + 1);
  }

  /** Parses the members up to `end`, of which there is at least one. */
  #parseGroup(open: Open, end: number): void {
    this.#addGroup(open, this.text.slice(open.rest, end));
  }

  #addGroup(open: Open, group: string): void {
    if (BLANK.test(group)) throw malformed();
    const members = this.#parsed(open.isArray ? `[${group}]` : `{${group}}`) as Container;
    for (const [key, member] of Object.entries(members)) addMember(open, key, member);
  }

  /** Parses a part. The error of `JSON.parse` would have a position in it. */
  #parsed(part: string): unknown {
    try {
      return this.parse(part);
    } catch (error) {
      throw error instanceof SyntaxError ? malformed() : error;
    }
  }

  /** Adds a member that was parsed by itself, after the members before it. */
  #addTo(parent: Open, value: unknown, start: number, end: number): void {
    if (parent.needsComma) throw malformed();
    const { rest, keyStart, keyEnd, isArray } = parent;
    const before = this.text.slice(rest, isArray ? start : Math.max(rest, keyStart));
    if (!BLANK.test(before)) this.#addGroup(parent, withoutComma(before));
    if (!isArray) {
      if (keyStart < rest) throw malformed();
      mustBe(COLON_AT_END, this.text.slice(keyEnd, start));
    }
    addMember(parent, isArray ? '' : JSON.parse(this.text.slice(keyStart, keyEnd)), value);
    parent.rest = end;
    parent.needsComma = true;
  }
}

/** Adds a member. The key has no meaning in an array. */
function addMember(open: Open, key: string, member: unknown): void {
  if (open.members !== undefined) {
    if (open.value === undefined) open.members.begin();
    open.value = STREAMED;
    open.members.member(key, member);
    return;
  }
  open.value ??= open.isArray ? [] : {};
  if (Array.isArray(open.value)) open.value.push(member);
  else define(open.value as Record<string, unknown>, key, member);
}

/** Sets a member of its own, also one with the name `__proto__`. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function withoutComma(members: string): string {
  const end = members.trimEnd();
  if (!end.endsWith(',')) throw malformed();
  return end.slice(0, -1);
}

function mustBe(form: RegExp, text: string): void {
  if (!form.test(text)) throw malformed();
}

const malformed = (): SyntaxError => new SyntaxError('the text is not JSON');
