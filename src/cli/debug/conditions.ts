/** Conditions and hit counts of breakpoints, as the Debug Adapter Protocol has them: `x > 5`, `>= 3`. */
import type { WrittenDebugView } from '../../backend/evm/debugging.js';
import { HalleyError } from '../../kernel/errors.js';
import { evaluated } from './variables.js';

const COMPARISON = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/s;
const HITS = /^(==|<=|>=|<|>|%)?\s*(\d{1,9})$/;
const NUMBER = /^(?:-?\d+|0x[0-9a-fA-F]+)$/;

/** Breakpoint of an editor. */
export interface Breakpoint {
  /** Form of `halley_debugMove`. */
  readonly at: {
    readonly file?: string;
    readonly line?: number;
    readonly function?: string;
    readonly pc?: number;
    readonly address?: string;
  };
  readonly condition: string | undefined;
  readonly hits: string | undefined;
  /** Times that it was reached while its condition held. */
  count: number;
}

/** Returns what is wrong with a breakpoint's hit count; `undefined` for one that can be used. */
export const hitCountProblem = ({ hits }: Breakpoint): string | undefined =>
  hits === undefined || HITS.test(hits.trim())
    ? undefined
    : `the hit count ${JSON.stringify(hits)} is not valid: expected a number, or one after ==, <, <=, >, >= or %`;

/** Returns whether a breakpoint is at a position. */
function isAt({ at }: Breakpoint, { frames, pc, address }: WrittenDebugView): boolean {
  const [frame] = frames;
  if (at.pc !== undefined) return at.pc === pc && at.address === address;
  if (at.function !== undefined)
    return at.function === frame?.function || at.function === `${frame?.contract}.${frame?.function}`;
  const file = at.file?.replaceAll('\\', '/');
  return at.line === frame?.line && (file === frame?.file || file?.endsWith(`/${frame?.file}`) === true);
}

/**
 * Returns whether a run stops at a position where breakpoints are, and counts their hits. Throws HalleyError where a
 * value of a condition is not certain.
 */
export function stopsAt(breakpoints: readonly Breakpoint[], view: WrittenDebugView): boolean {
  let stops = false;
  for (const one of breakpoints) {
    if (!isAt(one, view) || (one.condition !== undefined && !holds(one.condition, view))) continue;
    one.count++;
    if (one.hits === undefined || isHit(one.hits, one.count)) stops = true;
  }
  return stops;
}

function isHit(hits: string, count: number): boolean {
  const [, operator = '==', digits] = HITS.exec(hits.trim()) ?? [];
  const number = Number(digits);
  return operator === '%' ? number > 0 && count % number === 0 : compared(operator, BigInt(count), BigInt(number));
}

function holds(condition: string, view: WrittenDebugView): boolean {
  const [, left = condition, operator, right = ''] = COMPARISON.exec(condition.trim()) ?? [];
  const [a, b] = [valueIn(left, view), operator === undefined ? undefined : valueIn(right, view)];
  if (b === undefined) return a !== 'false' && a !== '0';
  if (NUMBER.test(a) && NUMBER.test(b)) return compared(operator ?? '', BigInt(a), BigInt(b));
  if (operator === '==' || operator === '!=') return (a === b) === (operator === '==');
  throw new HalleyError(
    'invalid-argument',
    `the condition ${JSON.stringify(condition)} compares values that have no order`,
  );
}

function compared(operator: string, a: bigint, b: bigint): boolean {
  switch (operator) {
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return a === b;
  }
}

/** Returns the text of a literal, or of a variable. Throws HalleyError for a variable without a certain value. */
function valueIn(text: string, view: WrittenDebugView): string {
  const name = text.trim();
  if (NUMBER.test(name) || name === 'true' || name === 'false' || /^"[^"]*"$/.test(name)) return name;
  const found = evaluated(view, 0, name);
  if (found === undefined || (found.children?.length ?? 0) > 0)
    throw new HalleyError(
      'not-found',
      `${JSON.stringify(name)} has no certain value here: expected a variable or a literal`,
    );
  return found.value;
}
