/** Marks of the instructions of a contract's code, which the recorder of a run reads at each step. */
import type { Bytes } from '../kernel/bytes.js';
import type { CompiledContract } from './compiled_contract.js';
import type { KnownContract } from './contract_index.js';
import { PUSH1, PUSH32, type SourceRange } from './source_map.js';

/** Marks, as bits. */
export const IN = 1;
export const OUT = 2;
/** Block that is reached from several places. Optimizers merge equal blocks, and keep the range of one. */
export const SHARED = 4;

export interface CodeMarks {
  readonly bits: Uint8Array;
  /** Number of the function whose text an instruction is of; 0 for none, and for its entry. */
  readonly functions: Uint16Array;
}

const JUMPDEST = 0x5b;
const PUSH4 = 0x63;
/** Instructions after which the next one does not run: STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]);

const known = new WeakMap<object, CodeMarks>();

/** Returns the marks; undefined where no source map fits the code. */
export function marksOf({ code, contract, isExact }: KnownContract): CodeMarks | undefined {
  const { map, bytes } = code;
  if (map === undefined || !isExact) return undefined;
  const made = known.get(code);
  if (made !== undefined) return made;
  const bits = new Uint8Array(bytes.length);
  const functions = new Uint16Array(bytes.length);
  const numbers = new Map<object, number>();
  const counts = new Uint8Array(bytes.length);
  let [before, number] = ['', 0];
  let isAfterEnd = true;
  for (const pc of instructions(bytes, counts)) {
    const op = bytes[pc] as number;
    // Code that runs on into a block is one of the places that lead to it.
    if (op === JUMPDEST && !isAfterEnd) counts[pc] = Math.min(2, (counts[pc] ?? 0) + 1);
    isAfterEnd = ENDS.has(op);
    const jump = map.jumpAt(pc);
    if (jump !== undefined) bits[pc] = jump === 'in' ? IN : OUT;
    const range = map.rangeAt(pc);
    const key = range === undefined ? '' : `${range.source}:${range.start}:${range.end}`;
    if (key !== before) {
      const found = range && contract.sources.get(range.source)?.functionAt(range.start, range.end);
      const isInside =
        found !== undefined && range !== undefined && (range.start > found.start || range.end < found.end);
      if (isInside && !numbers.has(found)) numbers.set(found, numbers.size + 1);
      number = isInside ? (numbers.get(found) ?? 0) : 0;
      before = key;
    }
    functions[pc] = number;
  }
  if (contract.isOptimized)
    counts.forEach((count, pc) => {
      if (count > 1 && bytes[pc] === JUMPDEST && !isLoop(contract, map.rangeAt(pc)))
        bits[pc] = (bits[pc] ?? 0) | SHARED;
    });
  const marks = { bits, functions };
  known.set(code, marks);
  return marks;
}

/** Returns whether a range is a whole loop: its statements are in it, and its head is reached from two places. */
const isLoop = ({ sources }: CompiledContract, range: SourceRange | undefined): boolean =>
  range !== undefined && /^(?:for|while|do)\b/.test(sources.get(range.source)?.slice(range.start, range.end) ?? '');

/** Yields the program counter of each instruction, and counts how often the code has a position as a constant. */
function* instructions(code: Bytes, counts: Uint8Array): Generator<number> {
  for (let pc = 0; pc < code.length; pc++) {
    yield pc;
    const op = code[pc] as number;
    if (op < PUSH1 || op > PUSH32) continue;
    const size = op - PUSH1 + 1;
    if (op <= PUSH4) {
      let target = 0;
      for (let at = pc + 1; at <= pc + size; at++) target = target * 256 + (code[at] ?? 0);
      const count = counts[target];
      if (count !== undefined && count < 2) counts[target] = count + 1;
    }
    pc += size;
  }
}
