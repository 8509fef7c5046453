/**
 * Conditions → what to look for: which heights, and what events must meet (consensus-rpc.md 9.3; state/txindex/kv and
 * state/indexer/block/kv of CometBFT, with the quirks that clients can see):
 *
 * - The first equality of the height counts, its fraction is dropped, a text that is no number is no condition, and any
 *   other condition on the height takes its place. Height 0 beside other conditions means every height.
 * - A bound that comes again for the same key takes the place of the first, but stays inclusive if the first was. A bound
 *   that is no number is met by nothing.
 * - Beside conditions on events, `EXISTS` and `CONTAINS` of the height are met by nothing: they name no event.
 * - `tm.event` is not indexed. Beside other conditions the name of what is searched is let pass, as in a subscription.
 *
 * Left out on purpose: that CometBFT finds the value `x/y` of a transaction when it is asked for `x`.
 */
import type { Condition, Operand } from '../query/condition.js';
import { type Decimal, isWhole, parseDecimal, truncate } from '../query/decimal.js';
import type { Comparison } from '../query/token.js';
import type { NumberRange } from './attribute_index.js';
import type { EventTest } from './event_index.js';

export interface Subject {
  /** `tx.height` or `block.height`. */
  readonly heightTag: string;
  /** Among those of `tm.event`. */
  readonly eventName: string;
  /** Whether a height is found by its text: of transactions, not of blocks. */
  readonly heightIsText: boolean;
}

export const TRANSACTIONS: Subject = { heightTag: 'tx.height', eventName: 'Tx', heightIsText: true };
export const BLOCKS: Subject = { heightTag: 'block.height', eventName: 'NewBlock', heightIsText: false };

export interface HeightRange {
  /** Inclusive. */
  readonly from: bigint;
  readonly to: bigint;
}

/** Without tests everything in the heights is wanted. */
export interface Plan {
  readonly heights: HeightRange;
  /** The decimal text of the height contains each of them. */
  readonly heightTexts: readonly string[];
  readonly tests: readonly EventTest[];
}

const MAX_INT64 = (1n << 63n) - 1n;
/** A number with more digits before its point is beyond int64. */
const INT64_DIGITS = 19;
const EVERY_HEIGHT: HeightRange = { from: 0n, to: MAX_INT64 };

/** Toward zero; `big.Float.Int64`. */
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

/** One range for each key, in the order of the keys' first bounds. */
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

/** Undefined when a bound is a date or a time. */
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

/** What the conditions other than those of the height ask of events; undefined when nothing can meet them. */
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

/** The heights that the bounds among the conditions leave; undefined when none. */
function boundedHeights(conditions: readonly Condition[], tag: string): HeightRange | undefined {
  const bounds = rangesOf(conditions).get(tag);
  const range = bounds && numericRange(bounds);
  if (bounds === undefined) return EVERY_HEIGHT;
  return range && heightsIn(range);
}

/** Without the name of the events that are searched anyway, unless it is all that is asked. */
function withoutEventName(conditions: readonly Condition[], name: string): readonly Condition[] {
  const rest = conditions.filter((c) => !(isEquality(c) && c.tag === 'tm.event' && c.operand.text === name));
  return rest.length > 0 ? rest : conditions;
}

/** All conditions within one event: the rule since 0.37. Undefined when nothing can be found. */
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

/** Each condition within the same transaction or block: the rule of 0.34. Undefined when nothing can be found. */
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

/** Undefined when nothing can be found. `conditions` hold no `tx.hash`, which goes before everything. */
export function planSearch(conditions: readonly Condition[], sameEvent: boolean, subject: Subject): Plan | undefined {
  const asked = withoutEventName(conditions, subject.eventName);
  const ofHeight = asked.filter(({ tag }) => tag === subject.heightTag);
  const others = asked.filter(({ tag }) => tag !== subject.heightTag);
  return (sameEvent ? planSameEvent : planSameUnit)(ofHeight, others, subject);
}
