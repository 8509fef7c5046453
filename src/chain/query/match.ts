/**
 * Matches conditions with the map of an event (consensus-rpc.md 9.2, the rules of 0.38). All conditions must apply,
 * each to any value of its key, independently of the others. Only values are compared; the differences of a search are
 * not here.
 */

import type { EventMap } from '../../backend/comet.js';
import { DATE_LAYOUT, parseGoTime, TIME_LAYOUT } from '../../kernel/go_time.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Condition, Operand } from './condition.js';
import { compareDecimals, leadingDecimal, parseDecimal } from './decimal.js';
import type { Comparison } from './token.js';

type ValueTest = (value: string) => boolean;

function holds(operator: Comparison, difference: number | bigint): boolean {
  switch (operator) {
    case '= operator':
      return difference === 0 || difference === 0n;
    case '< operator':
      return difference < 0;
    case '<= operator':
      return difference <= 0;
    case '> operator':
      return difference > 0;
    case '>= operator':
      return difference >= 0;
  }
}

type Layout = typeof DATE_LAYOUT | typeof TIME_LAYOUT;

function readTime(text: string, layout: Layout): UnixNanos | undefined {
  const parsed = parseGoTime(text, layout);
  return 'time' in parsed ? parsed.time : undefined;
}

function instantTest(operator: Comparison, text: string, layout: Layout): ValueTest {
  const wanted = readTime(text, layout);
  return (value) => {
    const time = readTime(value, layout);
    return time !== undefined && wanted !== undefined && holds(operator, time - wanted);
  };
}

function numberTest(operator: Comparison, text: string): ValueTest {
  const wanted = parseDecimal(text);
  return (value) => {
    const number = leadingDecimal(value);
    return number !== undefined && wanted !== undefined && holds(operator, compareDecimals(number, wanted));
  };
}

function comparisonTest(operator: Comparison, { type, text }: Operand): ValueTest {
  switch (type) {
    case 'string':
      return (value) => value === text;
    case 'number':
      return numberTest(operator, text);
    case 'timestamp':
      return instantTest(operator, text, TIME_LAYOUT);
    case 'datestamp':
      return instantTest(operator, text, DATE_LAYOUT);
  }
}

function valueTest(condition: Condition): ValueTest {
  switch (condition.type) {
    case 'exists':
      return () => true;
    case 'contains':
      return (value) => value.includes(condition.operand.text);
    case 'compare':
      return comparisonTest(condition.operator, condition.operand);
  }
}

/** Reports whether a key is `type` and one attribute name: an event of that type has happened. */
function hasEventType(attributes: EventMap, type: string): boolean {
  for (const key of attributes.keys()) if (key.lastIndexOf('.') === type.length && key.startsWith(type)) return true;
  return false;
}

/** Prepares a condition for many events. A tag that is a bare event type is compared with the empty string. */
export function conditionTest(condition: Condition): (attributes: EventMap) => boolean {
  const test = valueTest(condition);
  const { tag } = condition;
  const acceptsEmpty = test('');
  return (attributes) => (attributes.get(tag)?.some(test) ?? false) || (acceptsEmpty && hasEventType(attributes, tag));
}
