/**
 * Splits lists into pages (consensus-rpc.md 4.2). An invalid page size is corrected; a page that does not exist is
 * refused.
 */
import { HalleyError } from '../../../../kernel/errors.js';

const DEFAULT_PER_PAGE = 30n;
const MAX_PER_PAGE = 100n;

/** Returns the size of a page for `per_page`, or for the limit of unconfirmed_txs. */
export function pageSize(perPage: bigint | undefined): bigint {
  if (perPage === undefined || perPage < 1n) return DEFAULT_PER_PAGE;
  return perPage > MAX_PER_PAGE ? MAX_PER_PAGE : perPage;
}

/** Returns the index of a page's first item, and the size of a page. Throws HalleyError. */
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
