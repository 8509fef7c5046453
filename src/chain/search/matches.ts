/** Holds the matches of a search by their position, and loads them a page at a time. */
import type { Matches, SearchRequest } from '../../backend/comet.js';

/**
 * `load` returns the item at a position 0..`total`-1 in ascending order of the chain. Undefined items, which a revert
 * has removed since the search, are left out.
 */
export function matches<T>(
  total: number,
  order: SearchRequest['order'],
  load: (place: number) => T | undefined,
): Matches<T> {
  return {
    total,
    load: (from, count) => {
      const page: T[] = [];
      for (let i = Math.max(0, from); i < Math.min(total, from + count); i++) {
        const item = load(order === 'asc' ? i : total - 1 - i);
        if (item !== undefined) page.push(item);
      }
      return page;
    },
  };
}
