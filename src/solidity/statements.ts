/**
 * Finds the statements of functions in the text of a Solidity source, without a syntax tree. A statement with a block
 * ends before the block, so that statements do not overlap.
 */
import type { Declaration, SourceText } from './source_text.js';

export interface Statement {
  readonly start: number;
  readonly end: number;
  /**
   * `if` and `check` (require, assert) decide between two branches. A line of inline assembly counts only where the
   * compiler made code of it.
   */
  readonly kind: 'plain' | 'if' | 'check' | 'assembly';
  /** Position in the list of the first statement of the body of an `if`; `undefined` for an empty body. */
  body?: number;
}

/** Function with its part of the list of statements. */
export interface FunctionStatements {
  readonly declaration: Declaration;
  readonly first: number;
  /** Position after the last statement. */
  readonly end: number;
}

export interface SourceStatements {
  /** Statements of all functions, in the order of the text. */
  readonly statements: readonly Statement[];
  readonly functions: readonly FunctionStatements[];
}

const TOKEN = /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[\w$]+|\S/g;
const COMMENT = /^\/[/*]/;
const OPENING: ReadonlySet<string | undefined> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string | undefined> = new Set([')', ']', '}']);
/** Most nested blocks; the statements of deeper ones are left out. */
const MAX_DEPTH = 200;

interface Token {
  readonly text: string;
  readonly start: number;
}

/** Returns the statements of a source. Damaged text has fewer. */
export function statementsOf(source: SourceText): SourceStatements {
  const statements: Statement[] = [];
  const functions: FunctionStatements[] = [];
  for (const declaration of source.declarations) {
    const { kind, body, end } = declaration;
    if (kind === 'contract' || kind === 'library' || kind === 'interface' || kind === 'getter') continue;
    const first = statements.length;
    new Reader(source.characters.slice(body, end), body, statements).block(1, 0);
    functions.push({ declaration, first, end: statements.length });
  }
  return { statements, functions };
}

/** Reads the body of a function. Methods take the position of a token, and return that of the next one to read. */
class Reader {
  readonly #tokens: readonly Token[];

  constructor(
    private readonly text: string,
    private readonly offset: number,
    private readonly found: Statement[],
  ) {
    this.#tokens = Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({ text: token, start: index })).filter(
      (token) => !COMMENT.test(token.text),
    );
  }

  /** Reads statements to the end of the block. */
  block(from: number, depth: number): number {
    let at = from;
    while (at < this.#tokens.length && this.#at(at) !== '}')
      at = depth > MAX_DEPTH ? this.#skip(at) : this.#statement(at, depth);
    return at + 1;
  }

  #statement(at: number, depth: number): number {
    switch (this.#at(at)) {
      case '{':
        return this.block(at + 1, depth + 1);
      case ';':
      case 'do':
      case 'else':
        return at + 1;
      case 'unchecked':
        return this.#at(at + 1) === '{' ? at + 1 : this.#simple(at);
      case 'if':
        return this.#if(at, depth);
      case 'for':
      case 'while':
        return this.#head(at, this.#skip(at + 1), 'plain');
      case 'try':
        return this.#head(at, this.#blockAfter(at), 'plain');
      case 'catch':
        return this.#before(at, '{');
      case 'assembly':
        return this.#assembly(this.#before(at, '{'));
      case '_':
        return this.#at(at + 1) === ';' ? at + 2 : this.#simple(at);
      default:
        return this.#simple(at);
    }
  }

  #if(at: number, depth: number): number {
    const after = this.#head(at, this.#skip(at + 1), 'if');
    const own = this.found.at(-1) as Statement;
    const body = this.found.length;
    const next = depth > MAX_DEPTH ? after : this.#statement(after, depth + 1);
    if (this.found.length > body) own.body = body;
    return next;
  }

  #simple(at: number): number {
    const isCheck = (this.#at(at) === 'require' || this.#at(at) === 'assert') && this.#at(at + 1) === '(';
    return this.#head(at, this.#before(at, ';'), isCheck ? 'check' : 'plain') + 1;
  }

  #assembly(from: number): number {
    const end = this.#skip(from);
    let line: Token[] = [];
    const finish = (next: number): void => {
      const [first] = line;
      if (first !== undefined)
        this.found.push({ start: this.offset + first.start, end: this.offset + next, kind: 'assembly' });
      line = [];
    };
    for (const token of this.#tokens.slice(from + 1, end - 1)) {
      const last = line.at(-1);
      if (last !== undefined && this.text.slice(last.start, token.start).includes('\n')) finish(token.start);
      line.push(token);
    }
    finish(this.#start(end - 1));
    return end;
  }

  /** Adds the statement of the tokens before `next`. */
  #head(at: number, next: number, kind: Statement['kind']): number {
    this.found.push({ start: this.offset + this.#start(at), end: this.offset + this.#start(next), kind });
    return next;
  }

  /** Returns the position after a token, or after the end of the brackets that it opens. */
  #skip(from: number): number {
    let depth = 0;
    for (let at = from; at < this.#tokens.length; at++) {
      if (OPENING.has(this.#at(at))) depth++;
      else if (CLOSING.has(this.#at(at))) depth--;
      if (depth <= 0) return at + 1;
    }
    return this.#tokens.length;
  }

  /** Returns the position of a token outside of brackets. */
  #before(from: number, text: string): number {
    let at = from;
    while (at < this.#tokens.length && this.#at(at) !== text && !CLOSING.has(this.#at(at))) at = this.#skip(at);
    return at;
  }

  /** Returns the position of the next block. Options of a call have braces too: `{ value: 1 }`. */
  #blockAfter(from: number): number {
    let at = this.#before(from, '{');
    while (this.#at(at + 2) === ':') at = this.#before(this.#skip(at), '{');
    return at;
  }

  #at(at: number): string | undefined {
    return this.#tokens[at]?.text;
  }

  #start(at: number): number {
    return this.#tokens[at]?.start ?? this.text.length;
  }
}
