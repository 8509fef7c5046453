/** Tallies observations by their size, as a Prometheus histogram does. */
import type { Labels, Sample } from '../../backend/monitoring.js';

/** Upper limits that Prometheus' Go client uses by default, in seconds. */
export const DEFAULT_BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Histogram {
  /** Number of observations of each bucket alone; the last one has no upper limit. */
  readonly #counts: number[];
  #sum = 0;

  /** `limits` are the upper limits of the buckets, ascending and inclusive. */
  constructor(readonly limits: readonly number[] = DEFAULT_BUCKETS) {
    this.#counts = new Array(limits.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.limits.length && value > (this.limits[bucket] as number)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#sum += value;
  }

  samples(labels: Labels): readonly Sample[] {
    let count = 0;
    const buckets = this.#counts.map((own, index): Sample => {
      count += own;
      const limit = this.limits[index];
      return { part: 'bucket', labels: { ...labels, le: limit === undefined ? '+Inf' : String(limit) }, value: count };
    });
    return [...buckets, { part: 'sum', labels, value: this.#sum }, { part: 'count', labels, value: count }];
  }
}
