/** Repeats timings, and computes their best and their median. */

export interface Figure {
  readonly best: number;
  readonly median: number;
  readonly unit: string;
}

/** Returns true for units of which more is better. */
export const isRate = (unit: string): boolean => unit.endsWith('/s');

export function figureOf(samples: readonly number[], unit: string): Figure {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const best = (isRate(unit) ? sorted.at(-1) : sorted[0]) ?? Number.NaN;
  return { best, median, unit };
}

/** Returns the milliseconds of each of `count` calls, one after another. */
export async function latencies(count: number, once: (i: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await once(i);
    samples.push(performance.now() - start);
  }
  return samples;
}

/** Returns the calls a second in each of `rounds` rounds of `count` calls, with `width` calls in flight. */
export async function rates(
  rounds: number,
  count: number,
  width: number,
  once: (i: number) => Promise<unknown>,
): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let next = 0;
    const start = performance.now();
    const worker = async (): Promise<void> => {
      while (next < count) await once(round * count + next++);
    };
    await Promise.all(Array.from({ length: width }, worker));
    samples.push((count * 1000) / (performance.now() - start));
  }
  return samples;
}

export interface Comparison {
  readonly name: string;
  /** Medians. */
  readonly here: number;
  readonly there: number;
  /** Median of the rounds' ratios of here to there: above 1 is slower. */
  readonly ratio: number;
  /** Distance between the quartiles of these ratios. */
  readonly spread: number;
  readonly isSlower: boolean;
}

/** Compares two sides round by round, so that a machine whose speed drifts between rounds does not count. */
export function compare(name: string, here: readonly number[], there: readonly number[]): Comparison {
  const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
  const at = (values: readonly number[], part: number): number =>
    sorted(values)[Math.round((values.length - 1) * part)] ?? Number.NaN;
  const ratios = here.map((value, round) => value / (there[round] ?? Number.NaN));
  const ratio = at(ratios, 0.5);
  const spread = at(ratios, 0.75) - at(ratios, 0.25);
  return { name, here: at(here, 0.5), there: at(there, 0.5), ratio, spread, isSlower: ratio - spread > 1 };
}
