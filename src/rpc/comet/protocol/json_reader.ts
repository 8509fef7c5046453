/**
 * Parses JSON text to JsonNode, and fails where Go's `encoding/json` fails, with the same texts (consensus-rpc.md 1.7
 * and 14). `JSON.parse` is not enough: it rounds numbers, drops the original text, and has other error texts.
 */
import { GoError, quotedByte } from './error.js';
import type { JsonNode } from './json_node.js';

/** Most levels of nesting. Go allows 10,000; no real request has more than a few. */
const MAX_DEPTH = 500;
/** Most arrays and objects of one text, which is parsed without a pause. Go has no such limit. */
const MAX_CONTAINERS = 50_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Matches neither control characters nor quotes nor backslashes. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\r\n]*/y;
/** Matches an escaped half of a surrogate pair without the other half, which is no character. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const unescaped = (raw: string): string => (JSON.parse(raw) as string).replace(LONE_SURROGATE, '\ufffd');
/**
 * Matches positions where a blank is not allowed. At the end of a text Go's scanner reads one blank more, and these
 * states refuse it.
 */
const NO_BLANK = /^(in (literal|numeric|string escape|\\u)|after decimal point|in exponent)/;

class JsonReader {
  #at = 0;
  #containers = 0;

  constructor(
    readonly text: string,
    readonly atEnd: string,
    readonly blankAtEnd: boolean,
  ) {}

  get rest(): string {
    this.#skip(SPACE);
    return this.text.slice(this.#at, this.#at + 2);
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new GoError('exceeded max depth');
    this.#skip(SPACE);
    const start = this.#at;
    switch (this.text[start]) {
      case '{':
        return this.#object(depth, start);
      case '[':
        return this.#array(depth, start);
      case '"':
        return this.#string();
      case 't':
        return { type: 'bool', value: true, raw: this.#literal('true') };
      case 'f':
        return { type: 'bool', value: false, raw: this.#literal('false') };
      case 'n':
        return { type: 'null', raw: this.#literal('null') };
      default:
        return this.#number(start);
    }
  }

  unexpected(where: string): GoError {
    const code = this.text.codePointAt(this.#at);
    if (code === undefined)
      return new GoError(this.blankAtEnd && NO_BLANK.test(where) ? `invalid character ' ' ${where}` : this.atEnd);
    return new GoError(`invalid character ${quotedByte(String.fromCodePoint(code))} ${where}`);
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #taken(char: string): boolean {
    this.#skip(SPACE);
    if (this.text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #literal(word: string): string {
    for (const char of word) {
      if (this.text[this.#at] !== char) throw this.unexpected(`in literal ${word} (expecting '${char}')`);
      this.#at += 1;
    }
    return word;
  }

  #number(start: number): JsonNode {
    if (!/[-0-9]/.test(this.text[start] ?? '')) throw this.unexpected('looking for beginning of value');
    if (!this.#skip(NUMBER)) {
      this.#at = start + 1;
      throw this.unexpected('in numeric literal');
    }
    const broken = /^(\.|[eE][+-]?)/.exec(this.text.slice(this.#at, this.#at + 2))?.[0];
    const raw = this.text.slice(start, this.#at);
    if (broken === undefined || /[eE]/.test(raw) || (broken === '.' && raw.includes('.')))
      return { type: 'number', raw };
    this.#at += broken.length;
    throw this.unexpected(broken === '.' ? 'after decimal point in numeric literal' : 'in exponent of numeric literal');
  }

  #string(): JsonNode & { readonly type: 'string' } {
    const start = this.#at;
    let escaped = false;
    this.#at += 1;
    for (;;) {
      this.#skip(PLAIN);
      const char = this.text[this.#at];
      if (char === '"') break;
      if (char !== '\\') throw this.unexpected('in string literal');
      if (!this.#skip(ESCAPE)) throw this.#brokenEscape();
      escaped = true;
    }
    this.#at += 1;
    const raw = this.text.slice(start, this.#at);
    return { type: 'string', raw, value: escaped ? unescaped(raw) : raw.slice(1, -1) };
  }

  #brokenEscape(): GoError {
    this.#at += 1;
    if (this.text[this.#at] !== 'u') return this.unexpected('in string escape code');
    this.#at += 1;
    while (/[0-9a-fA-F]/.test(this.text[this.#at] ?? '')) this.#at += 1;
    return this.unexpected('in \\u hexadecimal character escape');
  }

  #open(): void {
    if (++this.#containers > MAX_CONTAINERS) throw new GoError('exceeded max depth');
    this.#at += 1;
  }

  #array(depth: number, start: number): JsonNode {
    const items: JsonNode[] = [];
    this.#open();
    if (!this.#taken(']')) {
      do items.push(this.value(depth + 1));
      while (this.#taken(','));
      if (!this.#taken(']')) throw this.unexpected('after array element');
    }
    return { type: 'array', raw: this.text.slice(start, this.#at), items };
  }

  #object(depth: number, start: number): JsonNode {
    const members: [string, JsonNode][] = [];
    this.#open();
    if (!this.#taken('}')) {
      do members.push(this.#member(depth));
      while (this.#taken(','));
      if (!this.#taken('}')) throw this.unexpected('after object key:value pair');
    }
    return { type: 'object', raw: this.text.slice(start, this.#at), members };
  }

  #member(depth: number): [string, JsonNode] {
    this.#skip(SPACE);
    if (this.text[this.#at] !== '"') throw this.unexpected('looking for beginning of object key string');
    const name = this.#string().value;
    if (!this.#taken(':')) throw this.unexpected('after object key');
    return [name, this.value(depth + 1)];
  }
}

/** Parses the text as one value, like `json.Unmarshal`. Throws GoError. */
export function readJson(text: string): JsonNode {
  const reader = new JsonReader(text, 'unexpected end of JSON input', true);
  const node = reader.value(1);
  if (reader.rest !== '') throw reader.unexpected('after top-level value');
  return node;
}

/** Parses the first value of the text, like `json.Decoder` on a WebSocket frame, and ignores the rest. */
export function readFirstJson(text: string): JsonNode {
  const reader = new JsonReader(text, 'unexpected EOF', false);
  if (reader.rest === '') throw new GoError('EOF');
  return reader.value(1);
}
