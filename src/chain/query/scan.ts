/**
 * Splits the text of a query into tokens (consensus-rpc.md 9.1, the grammar of CometBFT 0.38). One deliberate addition:
 * a tag may contain `:` and `/`, as in 0.34 and 0.37, so that it can name CosmWasm's `wasm-x::y` events.
 */
import { DATE_LAYOUT, parseGoTime, TIME_LAYOUT } from '../../kernel/go_time.js';
import type { Scanned, TokenType } from './token.js';

const SPACE = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const DIGIT = /[0-9]/;
/** Digits of other scripts may begin a tag; ASCII digits begin a number. */
const TAG_START = /[\p{L}\p{Nd}_]/u;
const TAG_CHAR = /[\p{L}\p{Nd}_.\-:/]/u;
const TIME_CHAR = /[0-9T:+Z-]/;
const DATE_CHAR = /[0-9-]/;
const KEYWORDS: ReadonlyMap<string, TokenType> = new Map([
  ['AND', 'AND operator'],
  ['EXISTS', 'EXISTS operator'],
  ['CONTAINS', 'CONTAINS operator'],
]);
const MIN_YEAR = 1900;
const MAX_YEAR = 2999;

function utf8Length(char: string): number {
  const code = char.codePointAt(0) as number;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Scans the text; `next` moves behind the next token. */
export class Scanner {
  readonly #chars: readonly string[];
  #at = 0;
  #offset = 0;

  constructor(text: string) {
    this.#chars = [...text];
  }

  next(): Scanned {
    this.#takeWhile(SPACE);
    const start = this.#offset;
    const char = this.#take();
    if (char === undefined) return { type: 'end', offset: start };
    if (DIGIT.test(char)) return this.#token('number', this.#number(char), start);
    if (TAG_START.test(char)) return this.#word(char, start);
    if (char === "'") return this.#string(start);
    if (char === '=') return this.#token('= operator', char, start);
    if (char === '<')
      return this.#take('=') ? this.#token('<= operator', '<=', start) : this.#token('< operator', char, start);
    if (char === '>')
      return this.#take('=') ? this.#token('>= operator', '>=', start) : this.#token('> operator', char, start);
    return { type: 'problem', offset: start, message: `invalid input ${char} at offset ${this.#offset}` };
  }

  #number(first: string): string {
    const whole = first + this.#takeWhile(DIGIT);
    return this.#take('.') ? `${whole}.${this.#takeWhile(DIGIT)}` : whole;
  }

  #word(first: string, start: number): Scanned {
    const text = first + this.#takeWhile(TAG_CHAR);
    if (text === 'TIME' && this.#take(' ')) return this.#instant('timestamp', TIME_CHAR, start);
    if (text === 'DATE' && this.#take(' ')) return this.#instant('datestamp', DATE_CHAR, start);
    return this.#token(KEYWORDS.get(text) ?? 'tag', text, start);
  }

  #string(start: number): Scanned {
    const text = this.#takeWhile(/[^']/u);
    if (!this.#take("'")) return { type: 'problem', offset: start, message: 'EOF' };
    return this.#token('string', text, start);
  }

  #instant(type: 'timestamp' | 'datestamp', chars: RegExp, start: number): Scanned {
    const text = this.#takeWhile(chars);
    const parsed = parseGoTime(text, type === 'timestamp' ? TIME_LAYOUT : DATE_LAYOUT);
    const word = type === 'timestamp' ? 'TIME' : 'DATE';
    if ('problem' in parsed)
      return { type: 'problem', offset: start, message: `invalid ${word} value: ${parsed.problem}` };
    if (parsed.year < MIN_YEAR || parsed.year > MAX_YEAR)
      return { type: 'problem', offset: start, message: `${type} year ${parsed.year} out of range` };
    return this.#token(type, text, start);
  }

  #token(type: TokenType, text: string, offset: number): Scanned {
    return { type: 'token', token: { type, text, offset } };
  }

  /** Takes the next character; with `wanted`, only when it is that one. */
  #take(wanted?: string): string | undefined {
    const char = this.#chars[this.#at];
    if (char === undefined || (wanted !== undefined && char !== wanted)) return undefined;
    this.#at += 1;
    this.#offset += utf8Length(char);
    return char;
  }

  #takeWhile(allowed: RegExp): string {
    let text = '';
    for (let char = this.#chars[this.#at]; char !== undefined && allowed.test(char); char = this.#chars[this.#at]) {
      text += char;
      this.#take();
    }
    return text;
  }
}
