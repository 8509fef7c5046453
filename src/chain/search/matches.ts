/** Matches of a search by their place, loaded a page at a time. */
import type { Matches, SearchRequest } from '../../backend/comet.js';

/**
 * `load` answers the item at a place 0..`total`-1 in ascending order of the chain. Undefined ones, which a revert took
 * away in between, are left out.
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
