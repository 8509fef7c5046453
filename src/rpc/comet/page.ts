/** Pages of lists (consensus-rpc.md 4.2): a silly page size is corrected, a page that does not exist is refused. */
import { HalleyError } from '../../kernel/errors.js';

const DEFAULT_PER_PAGE = 30n;
const MAX_PER_PAGE = 100n;

function pageSize(perPage: bigint | undefined): bigint {
  if (perPage === undefined || perPage < 1n) return DEFAULT_PER_PAGE;
  return perPage > MAX_PER_PAGE ? MAX_PER_PAGE : perPage;
}

export function pageOf<T>(items: readonly T[], page: bigint | undefined, perPage: bigint | undefined): readonly T[] {
  const size = pageSize(perPage);
  const total = BigInt(items.length);
  const pages = total === 0n ? 1n : (total + size - 1n) / size;
  const wanted = page ?? 1n;
  if (wanted < 1n || wanted > pages)
    throw new HalleyError('invalid-argument', `page should be within [1, ${pages}] range, given ${wanted}`, {
      page: wanted,
      pages,
    });
  const first = Number((wanted - 1n) * size);
  return items.slice(first, first + Number(size));
}
