/** Numbers the lines and functions of the contracts of a run, and adds up the gas of each line. */
import type { CompiledCode } from './compiled_contract.js';
import type { KnownContract } from './contract_index.js';
import { PUSH1, PUSH32 } from './source_map.js';
import type { SourceText } from './source_text.js';

/** Line of a source, from 1, and the function that it is in. */
interface KnownLine {
  readonly source: SourceText;
  readonly line: number;
  /** Name as in `Token.transfer`; a function outside of contracts has its own name alone. */
  readonly function: string;
}

export class LineTable {
  /** Lines by number. The first one stands for code without a line. */
  readonly lines: (KnownLine | undefined)[] = [undefined];
  readonly #gas: number[] = [0];
  readonly #numbers = new Map<SourceText, Map<string, number>>();
  /** Lines of each source, as long as no other one becomes known. */
  readonly #sorted = new Map<SourceText, readonly (readonly [line: number, numbers: readonly number[]])[]>();
  /** Number of the line of each program counter. */
  readonly #codes = new Map<CompiledCode, Uint32Array>();

  /** Returns the number of the line of an instruction; 0 where it is not certain, or code of the compiler. */
  lineAt(known: KnownContract, pc: number): number {
    let lines = this.#codes.get(known.code);
    if (lines === undefined) {
      lines = this.#linesOf(known);
      this.#codes.set(known.code, lines);
    }
    return lines[pc] ?? 0;
  }

  charge(line: number, gas: number): void {
    this.#gas[line] = (this.#gas[line] ?? 0) + gas;
  }

  gasOf(line: number): number {
    return this.#gas[line] ?? 0;
  }

  /** Returns the sources of the lines. */
  get sources(): Iterable<SourceText> {
    return this.#numbers.keys();
  }

  /** Returns the lines of a source that code is of, with their numbers, ascending. */
  linesIn(source: SourceText): readonly (readonly [line: number, numbers: readonly number[]])[] {
    const known = this.#sorted.get(source);
    if (known !== undefined) return known;
    const byLine = new Map<number, number[]>();
    for (const number of this.#numbers.get(source)?.values() ?? []) {
      const line = this.lines[number]?.line ?? 0;
      byLine.set(line, [...(byLine.get(line) ?? []), number]);
    }
    const sorted = [...byLine].sort(([a], [b]) => a - b);
    this.#sorted.set(source, sorted);
    return sorted;
  }

  #linesOf({ code, contract, isExact }: KnownContract): Uint32Array {
    const { bytes, map } = code;
    const lines = new Uint32Array(bytes.length);
    if (map === undefined || !isExact) return lines;
    for (let pc = 0; pc < bytes.length; pc++) {
      const range = map.rangeAt(pc);
      const source = range && contract.sources.get(range.source);
      if (source !== undefined && range !== undefined && range.end <= source.length) {
        const found = source.functionAt(range.start, range.end);
        // The head of a function belongs to results that begin as zero, and to the code around the function.
        if (found !== undefined && range.start >= found.body) {
          const inContract = found.contract?.kind === 'library' ? found.contract.name : contract.name;
          const name = found.contract === undefined ? found.name : `${inContract}.${found.name}`;
          lines[pc] = this.#numberOf(source, source.lineOf(range.start), name);
        }
      }
      const op = bytes[pc] as number;
      if (op >= PUSH1 && op <= PUSH32) pc += op - PUSH1 + 1;
    }
    return lines;
  }

  #numberOf(source: SourceText, line: number, name: string): number {
    const numbers = this.#numbers.get(source) ?? new Map<string, number>();
    this.#numbers.set(source, numbers);
    const key = `${line} ${name}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = this.lines.push({ source, line, function: name }) - 1;
    numbers.set(key, number);
    this.#sorted.delete(source);
    return number;
  }
}
