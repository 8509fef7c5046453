/**
 * The query language of `subscribe` (consensus-rpc.md 9): text → something that matches events. Searches in the index have
 * rules of their own and are not here.
 */
import type { EventQuery } from '../../rpc/ports.js';
import { formatCondition } from './condition.js';
import { conditionTest } from './match.js';
import { parseConditions } from './parse.js';

/** `text` of the result is the normal form. Throws HalleyError `invalid-argument` with CometBFT's text. */
export function parseQuery(text: string): EventQuery {
  const conditions = parseConditions(text);
  const tests = conditions.map(conditionTest);
  return {
    text: conditions.map(formatCondition).join(' AND '),
    matches: (attributes) => attributes.size > 0 && tests.every((test) => test(attributes)),
  };
}
