/**
 * Decodes the source maps of solc: for each instruction a range of bytes in a source, and whether a jump enters or
 * leaves a function.
 */
import type { Bytes } from '../kernel/bytes.js';

/** Range of a source in UTF-8 bytes. */
export interface SourceRange {
  /** Id of the source in this compilation; negative where the compiler names none. */
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

export type JumpKind = 'in' | 'out' | undefined;

export const PUSH1 = 0x60;
export const PUSH32 = 0x7f;
const IN = 1;
const OUT = 2;

/** Source map by program counter. */
export class SourceMap {
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  readonly #sources: Int32Array;
  readonly #jumps: Uint8Array;

  /** Decodes a map for code. Instructions beyond the end of the map have no source. */
  constructor(code: Bytes, text: string) {
    const size = code.length;
    this.#starts = new Int32Array(size);
    this.#lengths = new Int32Array(size);
    this.#sources = new Int32Array(size).fill(-1);
    this.#jumps = new Uint8Array(size);
    let [start, length, source, jump] = [0, 0, -1, 0];
    let pc = 0;
    for (let at = 0; at <= text.length && pc < size; ) {
      const semicolon = text.indexOf(';', at);
      const end = semicolon < 0 ? text.length : semicolon;
      if (end > at) {
        const fields = text.slice(at, end).split(':');
        if (fields[0]) start = numberOf(fields[0]);
        if (fields[1]) length = numberOf(fields[1]);
        if (fields[2]) source = numberOf(fields[2]);
        if (fields[3]) jump = fields[3] === 'i' ? IN : fields[3] === 'o' ? OUT : 0;
      }
      this.#starts[pc] = start;
      this.#lengths[pc] = length;
      this.#sources[pc] = start < 0 || length < 0 ? -1 : source;
      this.#jumps[pc] = jump;
      const op = code[pc] as number;
      pc += op >= PUSH1 && op <= PUSH32 ? op - PUSH1 + 2 : 1;
      at = end + 1;
    }
  }

  /** Returns the range of an instruction; undefined where the map names no source. */
  rangeAt(pc: number): SourceRange | undefined {
    const source = this.#sources[pc] ?? -1;
    if (source < 0) return undefined;
    const start = this.#starts[pc] ?? 0;
    return { source, start, end: start + (this.#lengths[pc] ?? 0) };
  }

  /** Returns whether the ranges of two instructions have bytes in common. */
  overlaps(a: number, b: number): boolean {
    const [first, second] = [this.#starts[a] ?? 0, this.#starts[b] ?? 0];
    return (
      this.#sources[a] === this.#sources[b] &&
      first < second + (this.#lengths[b] ?? 0) &&
      second < first + (this.#lengths[a] ?? 0)
    );
  }

  jumpAt(pc: number): JumpKind {
    const jump = this.#jumps[pc];
    return jump === IN ? 'in' : jump === OUT ? 'out' : undefined;
  }
}

function numberOf(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) ? number : -1;
}
