/**
 * Returns pages of lists (`cosmos.base.query.v1beta1`, SDK types/query). A page begins at the key that the page before
 * named, or at an offset. The total is counted when the request asks for it or has no limit; never for a page by key.
 */
import { bool, bytes, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';

const DEFAULT_LIMIT = 100n;
const OFFSET_AND_KEY = 'invalid request, either offset or key is expected, got both';

/** Page of a request, as `embedded(2, PageRequest)`: a request without a page means the first one. */
export const PageRequest = message(
  'cosmos.base.query.v1beta1.PageRequest',
  { key: bytes(1), offset: uint(2), limit: uint(3), countTotal: bool(4), reverse: bool(5) },
  { lenient: true },
);
export type PageRequest = Of<typeof PageRequest>;

export const PageResponse = message('cosmos.base.query.v1beta1.PageResponse', { nextKey: bytes(1), total: uint(2) });
export type PageResponse = Of<typeof PageResponse>;

/** Entry of a list with its key below the list's prefix. */
export interface Keyed<T> {
  readonly key: Bytes;
  readonly item: T;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: PageResponse;
}

/**
 * Returns a page of `list`, which ascends by key. For an invalid page it throws what `failure` makes of the text. With
 * `isCollection` a page that begins behind the list has no total (SDK `CollectionPaginate`).
 */
export function pageOf<T>(
  list: readonly Keyed<T>[],
  page: PageRequest,
  failure: (text: string) => Error,
  isCollection = false,
): Page<T> {
  if (page.offset > 0n && page.key.length > 0) throw failure(OFFSET_AND_KEY);
  const limit = Number(page.limit === 0n ? DEFAULT_LIMIT : page.limit);
  const ordered = page.reverse ? list.toReversed() : list;
  const byKey = page.key.length > 0;
  const first = byKey ? startAt(ordered, page) : Number(page.offset);
  const nextKey = ordered[first + limit]?.key ?? EMPTY_BYTES;
  const isCounted = !byKey && !(isCollection && first > list.length) && (page.countTotal || page.limit === 0n);
  const total = isCounted ? list.length : 0;
  return {
    items: ordered.slice(first, first + limit).map(({ item }) => item),
    pagination: { nextKey, total: BigInt(total) },
  };
}

/** Returns the index of the first entry at or after the key, in the list's direction. */
function startAt<T>(ordered: readonly Keyed<T>[], { key, reverse }: PageRequest): number {
  const found = ordered.findIndex((entry) => {
    const order = compareBytes(entry.key, key);
    return reverse ? order <= 0 : order >= 0;
  });
  return found < 0 ? ordered.length : found;
}

/** Source of a page's entries, and the reader that makes an item of each. */
interface EntrySource<T> {
  /** All entries under the prefix, ascending. Reading stops where the page and its total need no more. */
  readonly entries: Iterable<readonly [key: Bytes, value: Bytes]>;
  readonly prefix: Bytes;
  /** Makes an item of an entry. Undefined leaves the entry out. */
  readonly itemOf: (value: Bytes, key: Bytes) => T | undefined;
  readonly failure: (text: string) => Error;
}

/**
 * Reads a page of a store's entries (SDK `Paginate`, `GenericFilteredPaginate`). The next key of a page that began at a
 * key is that of the next entry, even if the filter leaves it out. A key that does not exist means the next one above
 * it, in both directions. If it is above all entries, the reverse begins with the last.
 */
export function pageOfEntries<T>({ entries, prefix, itemOf, failure }: EntrySource<T>, page: PageRequest): Page<T> {
  const { offset, key: start } = page;
  const byKey = start.length > 0;
  if (offset > 0n && byKey) throw failure(OFFSET_AND_KEY);
  const limit = page.limit === 0n ? DEFAULT_LIMIT : page.limit;
  const counts = !byKey && (page.countTotal || page.limit === 0n);
  const end = offset + limit;
  const items: T[] = [];
  let hits = 0n;
  let nextKey = EMPTY_BYTES;
  for (const [full, value] of inDirection(entries, byKey ? concatBytes(prefix, start) : undefined, page.reverse)) {
    const key = full.slice(prefix.length);
    if (byKey && hits === limit) {
      nextKey = key;
      break;
    }
    const item = itemOf(value, key);
    if (item === undefined) continue;
    if (hits >= offset && hits < end) items.push(item);
    hits++;
    if (byKey || hits !== end + 1n) continue;
    nextKey = key;
    if (!counts) break;
  }
  return { items, pagination: { nextKey, total: counts ? hits : 0n } };
}

/** Yields the entries upwards or downwards from `start`, or from the end if it is undefined. */
function* inDirection(
  entries: Iterable<readonly [key: Bytes, value: Bytes]>,
  start: Bytes | undefined,
  reverse: boolean,
): Iterable<readonly [key: Bytes, value: Bytes]> {
  const isBelow = (key: Bytes): boolean => start !== undefined && compareBytes(key, start) < 0;
  if (!reverse) {
    for (const entry of entries) if (!isBelow(entry[0])) yield entry;
    return;
  }
  const all = [...entries];
  const first = start === undefined ? -1 : all.findIndex(([key]) => !isBelow(key));
  yield* all.slice(0, first < 0 ? undefined : first + 1).reverse();
}

/** Returns the entries of a store under a prefix. Their keys are what follows the prefix. */
export function keyedEntries<T>(
  entries: Iterable<readonly [key: Bytes, value: Bytes]>,
  prefix: Bytes,
  itemOf: (value: Bytes, key: Bytes) => T,
): Keyed<T>[] {
  const list: Keyed<T>[] = [];
  for (const [full, value] of entries) {
    const key = full.slice(prefix.length);
    list.push({ key, item: itemOf(value, key) });
  }
  return list;
}
