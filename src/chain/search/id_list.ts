/** Growing lists of small integers at four bytes each, and operations on ascending runs of ids. */

const FIRST_CAPACITY = 64;

/** Stores integers 0..2^32-1 in a list that grows and shrinks at its end. */
export class IdList {
  #ids = new Uint32Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(id: number): void {
    if (this.#length === this.#ids.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    this.#ids[this.#length++] = id;
  }

  /** Returns undefined behind the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#ids[index] : undefined;
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Returns the index of the first element that is not below `id`, when the elements ascend. */
  lowerBound(id: number): number {
    return lowerBound(this.#ids, id, 0, this.#length);
  }
}

/** Part of an ascending list without repetitions. */
export interface Run {
  readonly ids: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

export const lengthOf = ({ from, to }: Run): number => to - from;

export const runOf = (ids: ArrayLike<number>): Run => ({ ids, from: 0, to: ids.length });

/** Returns the first index in [from, to) whose element is not below `id`, or `to`. */
export function lowerBound(ids: ArrayLike<number>, id: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the elements of `ids` that lie in [from, to). */
export function clip(ids: ArrayLike<number>, from: number, to: number): Run {
  const start = lowerBound(ids, from, 0, ids.length);
  return { ids, from: start, to: lowerBound(ids, to, start, ids.length) };
}

/** Returns the ids that at least one of the runs has. */
export function union(runs: readonly Run[]): Run {
  if (runs.length === 1) return runs[0] as Run;
  const all = new Uint32Array(runs.reduce((sum, run) => sum + lengthOf(run), 0));
  let length = 0;
  for (const { ids, from, to } of runs) for (let i = from; i < to; i++) all[length++] = ids[i] as number;
  all.sort();
  let distinct = 0;
  for (let i = 0; i < length; i++) if (i === 0 || all[i] !== all[i - 1]) all[distinct++] = all[i] as number;
  return { ids: all, from: 0, to: distinct };
}

/** Returns the ids that both runs have; costs the length of `few` times the logarithm of that of `many`. */
function intersectTwo(few: Run, many: Run): Run {
  const both: number[] = [];
  let at = many.from;
  for (let i = few.from; i < few.to; i++) {
    const id = few.ids[i] as number;
    at = lowerBound(many.ids, id, at, many.to);
    if (at === many.to) break;
    if (many.ids[at] === id) both.push(id);
  }
  return runOf(both);
}

/** Returns the ids that all of the runs have; there must be at least one run. */
export function intersect(runs: readonly Run[]): Run {
  const [first, ...rest] = [...runs].sort((a, b) => lengthOf(a) - lengthOf(b));
  return rest.reduce(intersectTwo, first as Run);
}

/** Returns the integers in [from, to). */
export const sequence = (from: number, to: number): Run =>
  runOf(Uint32Array.from({ length: to - from }, (_, i) => from + i));

export function filter({ ids, from, to }: Run, keep: (id: number) => boolean): Run {
  const filtered: number[] = [];
  for (let i = from; i < to; i++) if (keep(ids[i] as number)) filtered.push(ids[i] as number);
  return runOf(filtered);
}
