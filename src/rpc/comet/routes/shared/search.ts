/** Implements what the searches share (consensus-rpc.md 4.4): order, and pages of the matches. */

import type { Matches, SearchRequest } from '../../../../backend/comet.js';
import { HalleyError } from '../../../../kernel/errors.js';
import { pageRange } from './page.js';

type Order = SearchRequest['order'];

interface Asked {
  readonly order_by: string;
  readonly page: bigint | undefined;
  readonly per_page: bigint | undefined;
}

const isOrder = (text: string): text is Order => text === 'asc' || text === 'desc';

/**
 * Returns one page of a search and the number of all matches. As in the engine, the search runs first and may fail
 * before order and page are checked. Throws HalleyError.
 */
export function searched<T>(
  { order_by, page, per_page }: Asked,
  usualOrder: Order,
  search: (order: Order) => Matches<T>,
): { readonly found: readonly T[]; readonly total: number } {
  const order = order_by === '' ? usualOrder : order_by;
  const matches = search(isOrder(order) ? order : usualOrder);
  if (!isOrder(order))
    throw new HalleyError('invalid-argument', 'expected order_by to be either `asc` or `desc` or empty', { order_by });
  const { from, count } = pageRange(matches.total, page, per_page);
  return { found: matches.load(from, count), total: matches.total };
}
