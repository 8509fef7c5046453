/** Parses tokens to conditions, with CometBFT's error texts (consensus-rpc.md 9.1). */
import { HalleyError } from '../../kernel/errors.js';
import type { Condition } from './condition.js';
import { Scanner } from './scan.js';
import type { Comparison, OperandType, Token, TokenType } from './token.js';

const ORDER_OPERATORS = ['<= operator', '>= operator', '< operator', '> operator'] as const;
const OPERATORS = [...ORDER_OPERATORS, '= operator', 'CONTAINS operator', 'EXISTS operator'] as const;
const ORDERED = ['number', 'timestamp', 'datestamp'] as const;
const EQUATABLE = [...ORDERED, 'string'] as const;
/** CometBFT prints the number of its AND token instead of its name. */
const AND_AS_PRINTED = '6';

const refuse = (offset: number, message: string): HalleyError =>
  new HalleyError('invalid-argument', `offset ${offset}: ${message}`, { offset });

const listed = (types: readonly string[]): string =>
  types.length === 1 ? (types[0] as string) : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;

/** Returns the next token, which must have one of the types. */
function expectToken<T extends TokenType>(scanner: Scanner, types: readonly T[]): Token & { readonly type: T } {
  const found = scanner.next();
  switch (found.type) {
    case 'end':
      throw refuse(found.offset, 'EOF');
    case 'problem':
      throw refuse(found.offset, found.message);
    case 'token': {
      const type = types.find((wanted) => wanted === found.token.type);
      if (type === undefined) throw refuse(found.token.offset, `got ${found.token.type}, wanted ${listed(types)}`);
      return { ...found.token, type };
    }
  }
}

function comparison(scanner: Scanner, tag: string, operator: Comparison): Condition {
  const allowed: readonly OperandType[] = operator === '= operator' ? EQUATABLE : ORDERED;
  const { type, text } = expectToken(scanner, allowed);
  return { type: 'compare', tag, operator, operand: { type, text } };
}

function parseCondition(scanner: Scanner): Condition {
  const tag = expectToken(scanner, ['tag']).text;
  const operator = expectToken(scanner, OPERATORS).type;
  switch (operator) {
    case 'EXISTS operator':
      return { type: 'exists', tag };
    case 'CONTAINS operator': {
      const { type, text } = expectToken(scanner, ['string']);
      return { type: 'contains', tag, operand: { type, text } };
    }
    case '= operator':
    case '< operator':
    case '<= operator':
    case '> operator':
    case '>= operator':
      return comparison(scanner, tag, operator);
  }
}

/**
 * Returns true when another condition follows, false at the end. CometBFT treats a string without its end as the end,
 * too.
 */
function readAnd(scanner: Scanner): boolean {
  const found = scanner.next();
  switch (found.type) {
    case 'end':
      return false;
    case 'problem':
      if (found.message === 'EOF') return false;
      throw refuse(found.offset, `got invalid token, want ${AND_AS_PRINTED}`);
    case 'token':
      if (found.token.type === 'AND operator') return true;
      throw refuse(found.token.offset, `got ${found.token.type}, want ${AND_AS_PRINTED}`);
  }
}

/** Parses a whole query. Throws HalleyError `invalid-argument`. */
export function parseConditions(text: string): readonly Condition[] {
  const scanner = new Scanner(text);
  const conditions = [parseCondition(scanner)];
  while (readAnd(scanner)) conditions.push(parseCondition(scanner));
  return conditions;
}
