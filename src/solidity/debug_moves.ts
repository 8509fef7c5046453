/** Moves through the recorded steps of a run, forwards and backwards. A position is the number of a step. */
import type { EvmBreakpoint, EvmDebugMove, EvmDebugSource, EvmDebugStop } from '../backend/evm/debugging.js';
import { type DebugRecorder, ENTRY, FAILED, FRESH, RETURNED } from './debug_recorder.js';
import type { SourceText } from './source_text.js';

/** Steps between two pauses. */
const PAUSE_STEPS = 100_000;

/** Breakpoints in the terms of a recording. */
interface Breakpoints {
  readonly lines: ReadonlySet<number>;
  readonly functions: ReadonlySet<string>;
  readonly onRevert: boolean;
  /** Accounts of each program counter; undefined among them stands for every account. */
  readonly instructions: ReadonlyMap<number, ReadonlySet<number | undefined>>;
}

/** Returns the first position: the first line, or the first step where no line is known. */
export const firstPosition = ({ stops }: DebugRecorder): number => stops.at(0) ?? 0;

/** Returns the sources of a run, with the gas of each line. */
export const sourcesOf = ({ lines }: DebugRecorder): readonly EvmDebugSource[] =>
  [...lines.sources].map((source) => ({
    name: source.name,
    text: source.text,
    lines: lines
      .linesIn(source)
      .map(([line, numbers]) => ({ line, gas: numbers.reduce((sum, number) => sum + lines.gasOf(number), 0) })),
  }));

/**
 * Moves from a position. Line steps stop where a line begins; `stepIn` and `stepOut` also where it continues after a
 * call. Each move is the reverse of the same one in the other direction. The work pauses.
 */
export function* moved(
  run: DebugRecorder,
  from: number,
  { kind, granularity, reverse, breakpoints }: EvmDebugMove,
): Generator<undefined, EvmDebugStop, undefined> {
  const broken = resolved(run, breakpoints);
  const by = reverse ? -1 : 1;
  const level = run.levels.at(from) ?? 0;
  const last = run.pcs.length - 1;
  const byStep = granularity === 'instruction' || broken.instructions.size > 0;
  let row = run.stops.firstAtLeast(reverse ? from : from + 1) - (reverse ? 1 : 0);
  let seen = 0;
  for (let step = from; ; ) {
    const stop = run.stops.at(row);
    step = byStep ? step + by : (stop ?? (reverse ? -1 : last + 1));
    if (step < 0) return { position: 0, reason: 'start' };
    if (step > last) return { position: Math.max(0, last), reason: 'end' };
    const marks = stop === step ? (run.stopMarks.at(row) ?? 0) : 0;
    const reason = (marks !== 0 && brokenAt(run, row, marks, broken)) || brokenBy(run, step, broken);
    if (reason) return { position: step, reason };
    const isWanted = granularity === 'instruction' || (marks & (FRESH | RETURNED)) !== 0;
    if (isWanted && isReached(kind, run.levels.at(step) ?? 0, level, granularity === 'line' && (marks & FRESH) === 0))
      return { position: step, reason: 'step' };
    if (stop === step) row += by;
    if (++seen % PAUSE_STEPS === 0) yield undefined;
  }
}

function isReached(kind: EvmDebugMove['kind'], level: number, from: number, isContinued: boolean): boolean {
  switch (kind) {
    case 'stepIn':
      return true;
    case 'next':
      return isContinued ? level < from : level <= from;
    case 'stepOut':
      return level < from;
    case 'continue':
      return false;
  }
}

function brokenAt(
  run: DebugRecorder,
  row: number,
  marks: number,
  { lines, functions, onRevert }: Breakpoints,
): EvmDebugStop['reason'] | undefined {
  const line = run.stopLines.at(row) ?? 0;
  if (onRevert && (marks & FAILED) !== 0) return 'exception';
  if ((marks & FRESH) !== 0 && lines.has(line)) return 'breakpoint';
  if ((marks & ENTRY) === 0 || functions.size === 0) return undefined;
  const name = run.lines.lines[line]?.function ?? '';
  return functions.has(name) || functions.has(name.replace(/^.*\./, '')) ? 'breakpoint' : undefined;
}

function brokenBy(run: DebugRecorder, step: number, { instructions }: Breakpoints): 'breakpoint' | undefined {
  const accounts = instructions.get(run.pcs.at(step) ?? -1);
  return accounts?.has(undefined) || accounts?.has(run.owners.at(step)) ? 'breakpoint' : undefined;
}

function resolved(run: DebugRecorder, breakpoints: readonly EvmBreakpoint[]): Breakpoints {
  const lines = new Set<number>();
  const functions = new Set<string>();
  const instructions = new Map<number, Set<number | undefined>>();
  let onRevert = false;
  for (const one of breakpoints)
    switch (one.type) {
      case 'line':
        for (const number of lineOf(run, one.file, one.line)?.[1] ?? []) lines.add(number);
        break;
      case 'function':
        functions.add(one.name);
        break;
      case 'instruction': {
        const account = one.address === undefined ? undefined : run.accounts.indexOf(one.address);
        instructions.set(one.pc, (instructions.get(one.pc) ?? new Set()).add(account));
        break;
      }
      case 'revert':
        onRevert = true;
    }
  return { lines, functions, instructions, onRevert };
}

/** Returns the line with code that a breakpoint stops at: the given one, or the next one. Undefined where none follows. */
export const lineOf = (
  run: DebugRecorder,
  file: string,
  line: number,
): readonly [line: number, numbers: readonly number[]] | undefined => {
  const source = sourceNamed(run, file);
  return source && run.lines.linesIn(source).find(([number]) => number >= line);
};

/** Returns a source of the run by its name, or by the end of the path of a file. */
function sourceNamed(run: DebugRecorder, file: string): SourceText | undefined {
  const path = file.replaceAll('\\', '/');
  let found: SourceText | undefined;
  for (const source of run.lines.sources) {
    if (source.name === path) return source;
    if (path.endsWith(`/${source.name}`) && source.name.length > (found?.name.length ?? 0)) found = source;
  }
  return found;
}
