/** Does long work in steps, between which other work can run. */

/**
 * Long work as a generator that yields between short steps, so that its caller decides when the next step runs. The
 * result does not depend on the time between the steps.
 */
export type Steps<T> = Generator<void, T>;

/** Runs all steps without a pause, and returns the result. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Returns work that has no steps and this result. */
export function* noSteps<T>(result: T): Steps<T> {
  yield* [];
  return result;
}

/** Items that a step sorts or merges. */
const ITEMS_OF_STEP = 1_024;

type Compare<T> = (a: T, b: T) => number;

/** Returns the items in ascending order. Items that compare as equal keep their order. */
export function* sorting<T>(items: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += ITEMS_OF_STEP) {
    if (at > 0) yield;
    runs.push(items.slice(at, at + ITEMS_OF_STEP).sort(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merging(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(a: readonly T[], b: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [first, second] = [a[i] as T, b[j] as T];
    const isFirst = compare(first, second) <= 0;
    merged.push(isFirst ? first : second);
    if (isFirst) i++;
    else j++;
    if (merged.length % ITEMS_OF_STEP === 0) yield;
  }
  for (; i < a.length; i++) merged.push(a[i] as T);
  for (; j < b.length; j++) merged.push(b[j] as T);
  return merged;
}

/** Most entries that one step copies. */
const ENTRIES_OF_STEP = 256;

/** Adds the entries of `from` to `to`. `from` must not change between the steps. */
export function* copyEntries<K, V>(to: Map<K, V>, from: ReadonlyMap<K, V>): Steps<void> {
  let copied = 0;
  for (const [key, value] of from) {
    to.set(key, value);
    if (++copied % ENTRIES_OF_STEP === 0) yield;
  }
}
