/**
 * Splits lists into pages (consensus-rpc.md 4.2), and implements what the searches share (consensus-rpc.md 4.4): order,
 * and pages of the matches.
 */

import type { Matches, SearchRequest } from '../../../../backend/comet.js';
import { HalleyError } from '../../../../kernel/errors.js';

type Order = SearchRequest['order'];

interface Asked {
  readonly order_by: string;
  readonly page: bigint | undefined;
  readonly per_page: bigint | undefined;
}

const isOrder = (text: string): text is Order => text === 'asc' || text === 'desc';

const DEFAULT_PER_PAGE = 30n;
const MAX_PER_PAGE = 100n;

/** Returns the size of a page for `per_page`, or for the limit of unconfirmed_txs. An invalid size is corrected. */
export function pageSize(perPage: bigint | undefined): bigint {
  if (perPage === undefined || perPage < 1n) return DEFAULT_PER_PAGE;
  return perPage > MAX_PER_PAGE ? MAX_PER_PAGE : perPage;
}

/**
 * Returns the index of a page's first item, and the size of a page. Throws HalleyError for a page that does not exist.
 */
export function pageRange(
  total: number,
  page: bigint | undefined,
  perPage: bigint | undefined,
): { readonly from: number; readonly count: number } {
  const size = pageSize(perPage);
  const all = BigInt(total);
  const pages = all === 0n ? 1n : (all + size - 1n) / size;
  const wanted = page ?? 1n;
  if (wanted < 1n || wanted > pages)
    throw new HalleyError('invalid-argument', `page should be within [1, ${pages}] range, given ${wanted}`, {
      page: wanted,
      pages,
    });
  return { from: Number((wanted - 1n) * size), count: Number(size) };
}

export function pageOf<T>(items: readonly T[], page: bigint | undefined, perPage: bigint | undefined): readonly T[] {
  const { from, count } = pageRange(items.length, page, perPage);
  return items.slice(from, from + count);
}

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
