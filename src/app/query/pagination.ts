/**
 * Pages of lists (`cosmos.base.query.v1beta1`, SDK types/query): by the key to start at, which the page before has
 * named, or by an offset. The total is counted when it is asked for or when no limit is; never for a page by key.
 */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf.js';
import { type Bytes, compareBytes, EMPTY_BYTES } from '../../kernel/bytes.js';

const DEFAULT_LIMIT = 100n;

export interface PageRequest {
  readonly key: Bytes;
  readonly offset: bigint;
  readonly limit: bigint;
  readonly countTotal: boolean;
  readonly reverse: boolean;
}

/** What a request without a page means. */
export const FIRST_PAGE: PageRequest = {
  key: EMPTY_BYTES,
  offset: 0n,
  limit: 0n,
  countTotal: false,
  reverse: false,
};

export function readPageRequest(bytes: Bytes): PageRequest {
  const page = { key: EMPTY_BYTES, offset: 0n, limit: 0n, countTotal: false, reverse: false };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) page.key = reader.bytes();
    else if (field === 2) page.offset = reader.uint();
    else if (field === 3) page.limit = reader.uint();
    else if (field === 4) page.countTotal = reader.bool();
    else if (field === 5) page.reverse = reader.bool();
    else reader.skip();
  }
  return page;
}

/** An entry of a list with its key below the list's prefix. */
export interface Keyed<T> {
  readonly key: Bytes;
  readonly item: T;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Encoded `PageResponse`. */
  readonly response: Bytes;
}

/** `list` ascends by key. Where a page cannot be, the text says why, and `failure` makes the error of it. */
export function pageOf<T>(list: readonly Keyed<T>[], page: PageRequest, failure: (text: string) => Error): Page<T> {
  if (page.offset > 0n && page.key.length > 0)
    throw failure('invalid request, either offset or key is expected, got both');
  const limit = Number(page.limit === 0n ? DEFAULT_LIMIT : page.limit);
  const ordered = page.reverse ? list.toReversed() : list;
  const byKey = page.key.length > 0;
  const first = byKey ? startAt(ordered, page) : Number(page.offset);
  const nextKey = ordered[first + limit]?.key ?? EMPTY_BYTES;
  const total = !byKey && (page.countTotal || page.limit === 0n) ? list.length : 0;
  return {
    items: ordered.slice(first, first + limit).map(({ item }) => item),
    response: pageResponse(nextKey, total),
  };
}

/** The place of the first entry at or behind the key, in the list's direction. */
function startAt<T>(ordered: readonly Keyed<T>[], { key, reverse }: PageRequest): number {
  const found = ordered.findIndex((entry) => {
    const order = compareBytes(entry.key, key);
    return reverse ? order <= 0 : order >= 0;
  });
  return found < 0 ? ordered.length : found;
}

export const pageResponse = (nextKey: Bytes, total: number): Bytes =>
  new ProtoWriter().bytes(1, nextKey).uint(2, total).finish();

/** The entries of a store under a prefix, keyed by what follows it. */
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

/** A page as every list answers: the items in a repeated field, the PageResponse in another. */
export function encodePage(page: Page<Bytes>, itemField = 1, pageField = 2): Bytes {
  const out = new ProtoWriter();
  for (const item of page.items) out.message(itemField, item);
  return out.message(pageField, page.response).finish();
}
