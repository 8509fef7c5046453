/**
 * Plans a search from its conditions: which heights to read, and which conditions events must match (consensus-rpc.md
 * 9.3; state/txindex/kv and state/indexer/block/kv of CometBFT, with the quirks that clients can see):
 *
 * - The first equality of the height counts, its fraction is dropped, a text that is no number is no condition, and any
 *   other condition on the height overrides it. Height 0 beside other conditions means every height.
 * - A second bound of one key replaces the first, but stays inclusive if the first was. Nothing matches a bound that is
 *   no number.
 * - Beside conditions on events, nothing matches `EXISTS` and `CONTAINS` of the height: they name no event.
 * - `tm.event` is not indexed. Beside other conditions, the name of the searched events is accepted, as in a
 *   subscription.
 *
 * Left out on purpose: CometBFT finds the value `x/y` of a transaction when a query asks for `x`.
 */
import type { Condition, Operand } from '../query/condition.js';
import { type Decimal, isWhole, parseDecimal, truncate } from '../query/decimal.js';
import type { Comparison } from '../query/token.js';
import type { NumberRange } from './attribute_index.js';
import type { EventTest } from './event_index.js';

export interface Subject {
  /** `tx.height` or `block.height`. */
  readonly heightTag: string;
  /** Name of the event in `tm.event`. */
  readonly eventName: string;
  /** Whether a height is found by its text: for transactions, not for blocks. */
  readonly heightIsText: boolean;
}

export const TRANSACTIONS: Subject = { heightTag: 'tx.height', eventName: 'Tx', heightIsText: true };
export const BLOCKS: Subject = { heightTag: 'block.height', eventName: 'NewBlock', heightIsText: false };

export interface HeightRange {
  /** Inclusive. */
  readonly from: bigint;
  readonly to: bigint;
}

/** Plan of a search. Without tests it finds everything in the heights. */
export interface Plan {
  readonly heights: HeightRange;
  /** The decimal text of the height must contain each of them. */
  readonly heightTexts: readonly string[];
  readonly tests: readonly EventTest[];
}

const MAX_INT64 = (1n << 63n) - 1n;
/** A number with more digits before its point is beyond int64. */
const INT64_DIGITS = 19;
const EVERY_HEIGHT: HeightRange = { from: 0n, to: MAX_INT64 };

/** Rounds toward zero, as `big.Float.Int64` does. */
function toInt64(number: Decimal): bigint {
  const limit = number.sign < 0 ? -MAX_INT64 - 1n : MAX_INT64;
  if (number.exponent > INT64_DIGITS) return limit;
  const whole = truncate(number);
  return (whole < 0n ? whole < limit : whole > limit) ? limit : whole;
}

interface Bound {
  readonly number: Decimal | undefined;
  readonly inclusive: boolean;
}

interface Bounds {
  lower?: Bound;
  upper?: Bound;
}

const numberOf = ({ type, text }: Operand): Decimal | undefined => (type === 'number' ? parseDecimal(text) : undefined);

type OrderOperator = Exclude<Comparison, '= operator'>;

const isLower = (operator: OrderOperator): boolean => operator === '> operator' || operator === '>= operator';
const isInclusive = (operator: OrderOperator): boolean => operator === '>= operator' || operator === '<= operator';

/** Returns one range for each key, in the order of the keys' first bounds. */
function rangesOf(conditions: readonly Condition[]): ReadonlyMap<string, Bounds> {
  const ranges = new Map<string, Bounds>();
  for (const condition of conditions) {
    if (condition.type !== 'compare' || condition.operator === '= operator') continue;
    const { tag, operator, operand } = condition;
    const bounds = ranges.get(tag) ?? {};
    ranges.set(tag, bounds);
    const side = isLower(operator) ? 'lower' : 'upper';
    const inclusive = isInclusive(operator) || (bounds[side]?.inclusive ?? false);
    bounds[side] = { number: numberOf(operand), inclusive };
  }
  return ranges;
}

/** Returns undefined when a bound is a date or a time. */
function numericRange({ lower, upper }: Bounds): NumberRange | undefined {
  if ((lower && lower.number === undefined) || (upper && upper.number === undefined)) return undefined;
  return {
    lower: lower?.number,
    upper: upper?.number,
    includeLower: lower?.inclusive ?? false,
    includeUpper: upper?.inclusive ?? false,
  };
}

function heightsIn({ lower, upper, includeLower, includeUpper }: NumberRange): HeightRange {
  const from = lower && toInt64(lower) + (includeLower && isWhole(lower) ? 0n : 1n);
  const to = upper && toInt64(upper) - (!includeUpper && isWhole(upper) ? 1n : 0n);
  return { from: from ?? EVERY_HEIGHT.from, to: to ?? EVERY_HEIGHT.to };
}

const overlap = (a: HeightRange, b: HeightRange): HeightRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
});

/** Returns the tests for conditions on events; undefined when nothing can match them. */
function eventTests(conditions: readonly Condition[]): readonly EventTest[] | undefined {
  const tests: EventTest[] = [];
  for (const [tag, bounds] of rangesOf(conditions)) {
    const range = numericRange(bounds);
    if (range === undefined) return undefined;
    tests.push({ type: 'range', tag, range });
  }
  for (const condition of conditions) {
    const { tag } = condition;
    if (condition.type === 'exists') tests.push({ type: 'exists', tag });
    else if (condition.type === 'contains') tests.push({ type: 'contains', tag, text: condition.operand.text });
    else if (condition.operator === '= operator') tests.push({ type: 'equal', tag, text: condition.operand.text });
  }
  return tests;
}

type Equality = Extract<Condition, { type: 'compare' }> & { readonly operator: '= operator' };

const isEquality = (condition: Condition): condition is Equality =>
  condition.type === 'compare' && condition.operator === '= operator';

const textsIn = (conditions: readonly Condition[]): readonly string[] =>
  conditions.flatMap((condition) => (condition.type === 'contains' ? [condition.operand.text] : []));

/** Returns the heights within the bounds of the conditions; undefined when there are none. */
function boundedHeights(conditions: readonly Condition[], tag: string): HeightRange | undefined {
  const bounds = rangesOf(conditions).get(tag);
  const range = bounds && numericRange(bounds);
  if (bounds === undefined) return EVERY_HEIGHT;
  return range && heightsIn(range);
}

/** Removes the name of the searched events, unless it is the only condition. */
function withoutEventName(conditions: readonly Condition[], name: string): readonly Condition[] {
  const rest = conditions.filter((c) => !(isEquality(c) && c.tag === 'tm.event' && c.operand.text === name));
  return rest.length > 0 ? rest : conditions;
}

/**
 * Plans for the rule since 0.37: all conditions must match within one event. Returns undefined when nothing can match.
 */
function planSameEvent(
  ofHeight: readonly Condition[],
  others: readonly Condition[],
  subject: Subject,
): Plan | undefined {
  const equal = ofHeight.filter(isEquality).find(({ operand }) => parseDecimal(operand.text) !== undefined)
    ?.operand.text;
  const rest = ofHeight.filter((condition) => !isEquality(condition));
  const named = rest.some(({ type }) => type !== 'compare');
  if (named && (others.length > 0 || !subject.heightIsText)) return undefined;
  const tests = eventTests(others);
  const bounded = boundedHeights(rest, subject.heightTag);
  if (tests === undefined || bounded === undefined) return undefined;
  if (rest.length > 0) return { heights: bounded, heightTexts: textsIn(rest), tests };
  if (equal === undefined) return others.length === 0 ? undefined : { heights: EVERY_HEIGHT, heightTexts: [], tests };
  const height = toInt64(parseDecimal(equal) as Decimal);
  if (others.length === 0 && subject.heightIsText && equal !== height.toString()) return undefined;
  const every = height === 0n && others.length > 0;
  return { heights: every ? EVERY_HEIGHT : { from: height, to: height }, heightTexts: [], tests };
}

/**
 * Plans for the rule of 0.34: each condition must match within the same transaction or block. Returns undefined when
 * nothing can match.
 */
function planSameUnit(
  ofHeight: readonly Condition[],
  others: readonly Condition[],
  subject: Subject,
): Plan | undefined {
  const tests = eventTests(others);
  let heights = boundedHeights(ofHeight, subject.heightTag);
  if (tests === undefined || heights === undefined) return undefined;
  for (const condition of ofHeight) {
    if (condition.type !== 'compare' && !subject.heightIsText) return undefined;
    if (!isEquality(condition)) continue;
    const number = parseDecimal(condition.operand.text);
    const height = number && toInt64(number);
    if (height === undefined || height.toString() !== condition.operand.text) return undefined;
    heights = overlap(heights, { from: height, to: height });
  }
  return { heights, heightTexts: textsIn(ofHeight), tests };
}

/** Returns undefined when nothing can match. `conditions` have no `tx.hash`, which is handled before. */
export function planSearch(conditions: readonly Condition[], sameEvent: boolean, subject: Subject): Plan | undefined {
  const asked = withoutEventName(conditions, subject.eventName);
  const ofHeight = asked.filter(({ tag }) => tag === subject.heightTag);
  const others = asked.filter(({ tag }) => tag !== subject.heightTag);
  return (sameEvent ? planSameEvent : planSameUnit)(ofHeight, others, subject);
}
