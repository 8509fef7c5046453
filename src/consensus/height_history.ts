/**
 * A persistent history by height: adding costs O(1), a lookup costs O(log n), and a copy is the value itself. Entries
 * form a list with jump pointers (Myers, "An applicative random-access stack", 1983). The memory is bounded without a
 * change of old entries: when `recent` has `limit` entries it becomes `older`, and the previous `older` is dropped. So
 * between `limit` and twice as many entries are retained. Heights must be consecutive.
 */
interface Entry<T> {
  readonly height: bigint;
  readonly value: T;
  /** Number of entries up to and including this one. */
  readonly length: number;
  readonly previous: Entry<T> | undefined;
  /** Points further back, so that every entry is a logarithmic number of hops away. */
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

/** Returns the history with one more height. */
export function record<T>(history: HeightHistory<T>, height: bigint, value: T): HeightHistory<T> {
  const { limit, recent, older } = history;
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

/** Returns the value of `height`; undefined when it was never recorded or has been dropped. */
export function recall<T>(history: HeightHistory<T>, height: bigint): T | undefined {
  return (find(history.recent, height) ?? find(history.older, height))?.value;
}

/** Returns the lowest height that is still retained. */
export function oldestHeight(history: HeightHistory<unknown>): bigint | undefined {
  const { recent, older } = history;
  const first = older ?? recent;
  return first === undefined ? undefined : first.height - BigInt(first.length) + 1n;
}

/** Returns a history of the newest entry alone, when the others are not needed any more. */
export function onlyNewest<T>(history: HeightHistory<T>): HeightHistory<T> {
  const newest = history.recent ?? history.older;
  if (newest === undefined || (newest.length === 1 && history.older === undefined)) return history;
  return { limit: history.limit, recent: append<T>(undefined, newest.height, newest.value), older: undefined };
}

/** Returns the history with another value in its newest entry. */
export function amendNewest<T>(history: HeightHistory<T>, value: T): HeightHistory<T> {
  const { limit, recent, older } = history;
  if (recent !== undefined) return { limit, recent: { ...recent, value }, older };
  return older === undefined ? history : { limit, recent, older: { ...older, value } };
}
