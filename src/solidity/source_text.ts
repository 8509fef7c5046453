/**
 * Finds positions, contracts and functions in the text of a Solidity source. It needs no syntax tree, which many
 * artifacts lack. Offsets count UTF-8 bytes, as source maps do.
 */
import type { Bytes } from '../kernel/bytes.js';
import { characterPerByte, fromUtf8, utf8 } from '../kernel/text.js';

/** Position as editors and solc count: both numbers begin at 1. */
export interface SourcePosition {
  readonly line: number;
  /** Column in characters. */
  readonly column: number;
}

export type DeclarationKind =
  | 'contract'
  | 'library'
  | 'interface'
  | 'function'
  | 'constructor'
  | 'modifier'
  | 'fallback'
  | 'receive'
  /** Public state variable, for which solc makes a function. */
  | 'getter';

/** Contract, or function with a body. */
export interface Declaration {
  readonly kind: DeclarationKind;
  /** Name, or the keyword of a function without a name. */
  readonly name: string;
  /** Contract of a function; `undefined` for free functions and contracts. */
  readonly contract: Declaration | undefined;
  readonly start: number;
  /** Start of the body; the end for a getter. */
  readonly body: number;
  readonly end: number;
}

/** Tokens that matter. An open comment or text is one too, so that damaged sources take no more time than others. */
const TOKEN =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[A-Za-z_$][\w$]*|[{}()[\];=]/g;
const ASCII = /^[\0-\x7f]*$/;
const WORD = /^[A-Za-z_$]/;
const NO_CODE = /^["']|^\/[/*]/;
const CONTRACTS: ReadonlySet<string | undefined> = new Set(['abstract', 'contract', 'library', 'interface']);
const NO_VARIABLES: ReadonlySet<string | undefined> = new Set(
  'struct enum event error using import pragma type'.split(' '),
);
/** Most bytes of a statement on either side of a position. */
const MAX_STATEMENT = 2000;
/** Most words of a declaration's head that are kept. */
const MAX_WORDS = 64;

/** Text with one character for each byte. */
interface ByteText {
  readonly characters: string;
  /** The bytes; `undefined` for ASCII. */
  readonly bytes: Bytes | undefined;
}

export class SourceText {
  #byByte: ByteText | undefined;
  #lines: Int32Array | undefined;
  #declarations: readonly Declaration[] | undefined;
  #functions: { readonly list: readonly Declaration[]; readonly starts: Int32Array } | undefined;

  constructor(
    /** Name that the compiler knows, such as `contracts/Token.sol`. */
    readonly name: string,
    readonly text: string,
  ) {}

  /** Returns the position of a byte. An offset beyond the end has the position of the end. */
  positionOf(offset: number): SourcePosition {
    this.#lines ??= lineStarts(this.#byteText.characters);
    const line = lastAtMost(this.#lines, offset);
    const before = this.slice(this.#lines[line] ?? 0, offset);
    return { line: line + 1, column: [...before].length + 1 };
  }

  /** Returns the line of a byte. */
  lineOf(offset: number): number {
    this.#lines ??= lineStarts(this.#byteText.characters);
    return lastAtMost(this.#lines, offset) + 1;
  }

  /** Returns the statement at a position, from the end of the one before to its own end or block. */
  statementAt({ line, column }: SourcePosition): string {
    this.#lines ??= lineStarts(this.#byteText.characters);
    const start = this.#lines[line - 1] ?? 0;
    const before = this.slice(Math.max(0, start - MAX_STATEMENT), start);
    const after = [...this.slice(start, start + MAX_STATEMENT)];
    const head = `${before}${after.slice(0, column - 1).join('')}`;
    const rest = after.slice(column - 1).join('');
    return `${head.slice(1 + head.search(/[;{}][^;{}]*$/))}${/^[^;{}]*/.exec(rest)?.[0] ?? ''}`;
  }

  /** Returns the text of a range. */
  slice(start: number, end: number): string {
    const { characters, bytes } = this.#byteText;
    return bytes === undefined ? characters.slice(start, end) : fromUtf8(bytes.subarray(start, end));
  }

  /** Text with one character for each byte. */
  get characters(): string {
    return this.#byteText.characters;
  }

  get length(): number {
    return this.#byteText.characters.length;
  }

  get declarations(): readonly Declaration[] {
    this.#declarations ??= declarationsOf(this.#byteText.characters);
    return this.#declarations;
  }

  /** Returns the function that contains a range; undefined outside of all functions. */
  functionAt(start: number, end: number): Declaration | undefined {
    if (this.#functions === undefined) {
      const list = this.declarations.filter((one) => !isContract(one));
      this.#functions = { list, starts: Int32Array.from(list, (one) => one.start) };
    }
    // Functions do not overlap, and are in the order of the text.
    const found = this.#functions.list[lastAtMost(this.#functions.starts, start)];
    return found !== undefined && end <= found.end ? found : undefined;
  }

  contractNamed(name: string): Declaration | undefined {
    return this.declarations.find((one) => isContract(one) && one.name === name);
  }

  get #byteText(): ByteText {
    if (this.#byByte === undefined) {
      const bytes = ASCII.test(this.text) ? undefined : utf8(this.text);
      this.#byByte = { characters: bytes === undefined ? this.text : characterPerByte(bytes), bytes };
    }
    return this.#byByte;
  }
}

/** Returns the position of the last number that is at most `value`; -1 for none. The numbers ascend. */
function lastAtMost(numbers: Int32Array, value: number): number {
  let [low, high] = [-1, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const isContract = ({ kind }: Declaration): boolean =>
  kind === 'contract' || kind === 'library' || kind === 'interface';

function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
}

/** Declaration whose end is not reached. */
interface Head {
  readonly start: number;
  /** First words outside of parentheses. */
  readonly words: string[];
  /** Whether the second token is a name. */
  isNamed: boolean | undefined;
  /** Start of the body; negative before it. */
  body: number;
  isInitialised: boolean;
  braces: number;
  parentheses: number;
}

function declarationsOf(text: string): readonly Declaration[] {
  const found: Declaration[] = [];
  let contract: (Declaration & { end: number }) | undefined;
  let head: Head | undefined;
  const finish = (end: number): void => {
    const made = head && functionOf(head, contract, end);
    if (made !== undefined) found.push(made);
    head = undefined;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (NO_CODE.test(token)) continue;
    if (head === undefined) {
      if (token === '}') {
        if (contract !== undefined) contract.end = index + 1;
        contract = undefined;
      }
      if (token === '}' || token === ';') continue;
      head = { start: index, words: [], isNamed: undefined, body: -1, isInitialised: false, braces: 0, parentheses: 0 };
    } else head.isNamed ??= WORD.test(token);
    const isOutside = head.braces === 0 && head.parentheses === 0;
    switch (token) {
      case '(':
      case '[':
        head.parentheses++;
        break;
      case ')':
      case ']':
        head.parentheses--;
        break;
      case '=':
        if (isOutside) head.isInitialised = true;
        break;
      case '{':
        if (isOutside && contract === undefined && CONTRACTS.has(head.words[0])) {
          contract = contractOf(head, index, text.length);
          found.push(contract);
          head = undefined;
          break;
        }
        if (isOutside && head.body < 0) head.body = index;
        head.braces++;
        break;
      case '}':
        head.braces--;
        if (head.braces <= 0 && head.parentheses <= 0 && !head.isInitialised && head.words[0] !== 'using')
          finish(index + 1);
        break;
      case ';':
        if (isOutside) finish(index);
        break;
      default:
        if (isOutside && !head.isInitialised && head.words.length < MAX_WORDS) head.words.push(token);
    }
  }
  return found;
}

function contractOf({ start, words }: Head, body: number, end: number): Declaration & { end: number } {
  const [keyword, name = ''] = words[0] === 'abstract' ? words.slice(1) : words;
  const kind = keyword === 'library' || keyword === 'interface' ? keyword : 'contract';
  return { kind, name, contract: undefined, start, body, end };
}

function functionOf(
  { start, words, isNamed, body }: Head,
  contract: Declaration | undefined,
  end: number,
): Declaration | undefined {
  const [keyword = '', name = ''] = words;
  const made = (kind: DeclarationKind, as: string): Declaration => ({ kind, name: as, contract, start, body, end });
  if (body >= 0)
    switch (keyword) {
      case 'function':
        return isNamed === true ? made('function', name) : made('fallback', 'fallback');
      case 'modifier':
        return made('modifier', name);
      case 'constructor':
      case 'receive':
      case 'fallback':
        return made(keyword, keyword);
      default:
        return undefined;
    }
  if (contract === undefined || !words.includes('public') || NO_VARIABLES.has(keyword)) return undefined;
  if ((keyword === 'function' && isNamed === true) || keyword === 'constructor') return undefined;
  return { kind: 'getter', name: words.at(-1) ?? '', contract, start, body: end, end };
}
