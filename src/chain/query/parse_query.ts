/**
 * Parses the query language of `subscribe` and of the searches (consensus-rpc.md 9) to a query that matches events, and
 * whose conditions the index reads. The rules of a search are in src/chain/search.
 */

import type { EventQuery } from '../../backend/comet.js';
import { invariant } from '../../kernel/errors.js';
import { type Condition, formatCondition } from './condition.js';
import { conditionTest } from './match.js';
import { parseConditions } from './parse.js';

interface ParsedQuery extends EventQuery {
  /** Conditions in the order of the text; never empty. */
  readonly conditions: readonly Condition[];
}

/**
 * Parses a query. `text` of the result is the normal form. Throws HalleyError `invalid-argument` with CometBFT's text.
 */
export function parseQuery(text: string): ParsedQuery {
  const conditions = parseConditions(text);
  const tests = conditions.map(conditionTest);
  return {
    text: conditions.map(formatCondition).join(' AND '),
    conditions,
    matches: (attributes) => attributes.size > 0 && tests.every((test) => test(attributes)),
  };
}

/** Returns the conditions of a query that `parseQuery` made. Any other query is a bug of the caller. */
export function conditionsOf(query: EventQuery): readonly Condition[] {
  const { conditions } = query as Partial<ParsedQuery>;
  invariant(Array.isArray(conditions), `the query "${query.text}" was not made by parseQuery`);
  return conditions;
}
