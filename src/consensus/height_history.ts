/**
 * A persistent record by height: adding costs O(1), looking up O(log n), a copy is the value itself. Entries form a list
 * with jump pointers (Myers, "An applicative random-access stack", 1983). Memory is bounded without touching old
 * entries: when `recent` has `limit` of them it becomes `older`, and what was older is forgotten; so between `limit` and
 * twice as many are kept. Heights must be consecutive.
 */
interface Entry<T> {
  readonly height: bigint;
  readonly value: T;
  /** Entries up to and including this one. */
  readonly length: number;
  readonly previous: Entry<T> | undefined;
  /** Further back, so that any entry is a logarithmic number of hops away. */
  readonly jump: Entry<T> | undefined;
}

export interface HeightHistory<T> {
  readonly limit: number;
  readonly recent: Entry<T> | undefined;
  readonly older: Entry<T> | undefined;
}

export const emptyHeightHistory = <T>(limit: number): HeightHistory<T> => ({
  limit,
  recent: undefined,
  older: undefined,
});

function append<T>(previous: Entry<T> | undefined, height: bigint, value: T): Entry<T> {
  if (previous === undefined) return { height, value, length: 1, previous, jump: undefined };
  const near = previous.jump;
  const far = near?.jump;
  const even = previous.length - (near?.length ?? 0) === (near?.length ?? 0) - (far?.length ?? 0);
  return { height, value, length: previous.length + 1, previous, jump: even ? far : previous };
}

/** The chronicle with one height more. */
export function record<T>(chronicle: HeightHistory<T>, height: bigint, value: T): HeightHistory<T> {
  const { limit, recent, older } = chronicle;
  if (recent !== undefined && recent.length >= limit)
    return { limit, recent: append<T>(undefined, height, value), older: recent };
  return { limit, recent: append(recent, height, value), older };
}

function find<T>(newest: Entry<T> | undefined, height: bigint): Entry<T> | undefined {
  let at = newest;
  while (at !== undefined && at.height > height)
    at = at.jump !== undefined && at.jump.height >= height ? at.jump : at.previous;
  return at?.height === height ? at : undefined;
}

/** What was recorded for `height`; undefined when it never was, or is forgotten. */
export function recall<T>(chronicle: HeightHistory<T>, height: bigint): T | undefined {
  return (find(chronicle.recent, height) ?? find(chronicle.older, height))?.value;
}

/** The lowest height that is still known. */
export function oldestHeight(chronicle: HeightHistory<unknown>): bigint | undefined {
  const { recent, older } = chronicle;
  const first = older ?? recent;
  return first === undefined ? undefined : first.height - BigInt(first.length) + 1n;
}

/** Only the newest entry, when the rest is of no use any more. */
export function onlyNewest<T>(chronicle: HeightHistory<T>): HeightHistory<T> {
  const newest = chronicle.recent ?? chronicle.older;
  if (newest === undefined || (newest.length === 1 && chronicle.older === undefined)) return chronicle;
  return { limit: chronicle.limit, recent: append<T>(undefined, newest.height, newest.value), older: undefined };
}

/** The newest entry with another value. */
export function amendNewest<T>(chronicle: HeightHistory<T>, value: T): HeightHistory<T> {
  const { limit, recent, older } = chronicle;
  if (recent !== undefined) return { limit, recent: { ...recent, value }, older };
  return older === undefined ? chronicle : { limit, recent, older: { ...older, value } };
}
