/** The code that runs: lines of a source with their gas, or instructions. A click on a number sets a breakpoint. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EvmDebugSource } from '../../../backend/evm/debugging.js';
import { opcodeAt } from '../../../evm/opcodes.js';
import { grouped, visible } from '../../explorer/read/format.js';
import { type Breakpoint, type DebugSession, keyOf } from './session.js';

/** Most rows that are shown at once, around the current one. */
const MAX_ROWS = 1000;

interface Row {
  /** Line, or program counter. */
  readonly number: number;
  readonly text: string;
  readonly gas?: number | undefined;
  /** Breakpoint that a click sets; absent for a line without code. */
  readonly breakpoint?: Breakpoint | undefined;
}

interface RowsProps {
  readonly session: DebugSession;
  /** Name of the rows. */
  readonly of: string;
  readonly rows: readonly Row[];
  /** Position of the current row among them; -1 when it is elsewhere. */
  readonly current: number;
}

function Rows({ session, of, rows, current }: RowsProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const isSeen = row.offsetTop >= scrollTop && row.offsetTop + row.offsetHeight <= scrollTop + clientHeight;
    if (!isSeen) box.current.scrollTop = row.offsetTop - clientHeight / 3;
  }, [of, current]);
  const from = Math.max(0, Math.min(current - MAX_ROWS / 2, rows.length - MAX_ROWS));
  const most = rows.reduce((max, { gas = 0 }) => Math.max(max, gas), 0);
  const { breakpoints } = session;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Without it the keyboard cannot scroll the box.
    <section ref={box} class="scroll code" aria-label={of} tabIndex={0}>
      <ol>
        {rows.slice(from, from + MAX_ROWS).map(({ number, text, gas, breakpoint }, i) => (
          <li key={number} {...(from + i === current && { 'aria-current': 'step' as const })}>
            {breakpoint === undefined ? (
              <span class="at">{number}</span>
            ) : (
              <button
                type="button"
                class="bare at"
                aria-label={`Breakpoint at ${number}`}
                aria-pressed={breakpoints.value.has(keyOf(breakpoint))}
                onClick={() => session.toggle(breakpoint)}
              >
                {number}
              </button>
            )}
            <span class={`gas heat${heatOf(gas, most)}`}>{gas ? grouped(gas) : ''}</span>
            <code>{visible(text)}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Grades of heat, besides none. */
const GRADES = 4;

/** Returns the grade of a line, by the square root of its part of the most expensive one. */
const heatOf = (gas: number | undefined, most: number): number => (gas ? Math.ceil(GRADES * Math.sqrt(gas / most)) : 0);

interface SourceProps {
  readonly session: DebugSession;
  readonly source: EvmDebugSource;
  /** Current line; undefined when it is in another source. */
  readonly line: number | undefined;
}

export function SourceCode({ session, source, line }: SourceProps): JSX.Element {
  const gas = new Map(source.lines.map((one) => [one.line, one.gas]));
  const rows = source.text.split('\n').map((text, i): Row => {
    const number = i + 1;
    const breakpoint = gas.has(number) ? { file: source.name, line: number } : undefined;
    return { number, text, gas: gas.get(number), breakpoint };
  });
  return <Rows session={session} of={source.name} rows={rows} current={line === undefined ? -1 : line - 1} />;
}

interface InstructionsProps {
  readonly session: DebugSession;
  readonly address: string;
  /** Code of the account, or the code that creates it. */
  readonly code: string;
}

export function Instructions({ session, address, code }: InstructionsProps): JSX.Element {
  const rows = instructionsOf(code).map(
    ({ pc, text }): Row => ({ number: pc, text, breakpoint: { pc, address: address.toLowerCase() } }),
  );
  const current = rows.findIndex(({ number }) => number === session.view.value.pc);
  return <Rows session={session} of={`Instructions of ${address}`} rows={rows} current={current} />;
}

const PUSH1 = 0x60;
const PUSH32 = 0x7f;

interface Instruction {
  readonly pc: number;
  readonly text: string;
}

/** Returns the instructions of a code, with the data of pushes. Data after the code are read as instructions too. */
export function instructionsOf(code: string): readonly Instruction[] {
  const instructions: Instruction[] = [];
  for (let pc = 0; 2 * pc + 2 < code.length; pc++) {
    const byte = byteAt(code, pc);
    const size = byte >= PUSH1 && byte <= PUSH32 ? byte - PUSH1 + 1 : 0;
    const data = code.slice(2 * pc + 4, 2 * (pc + size) + 4);
    const name = opcodeAt(byte)?.name ?? `0x${byte.toString(16).padStart(2, '0')}`;
    instructions.push({ pc, text: size === 0 ? name : `${name} 0x${data}` });
    pc += size;
  }
  return instructions;
}

const byteAt = (code: string, pc: number): number => Number.parseInt(code.slice(2 * pc + 2, 2 * pc + 4), 16);

/** Returns whether the instruction at a position of a code is this one. */
export const hasAt = (code: string, pc: number, op: string): boolean => opcodeAt(byteAt(code, pc))?.name === op;
