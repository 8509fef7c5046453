/** Numbers the snapshots of a network from 1, in the order in which they are taken. Records name snapshots so. */
import type { SimNetworkSnapshot } from '../../simulation/index.js';

export class SnapshotNumbers {
  readonly #numbers = new WeakMap<SimNetworkSnapshot, number>();
  #last = 0;

  /** Numbers a snapshot, unless it has a number. */
  add(snapshot: SimNetworkSnapshot): void {
    if (!this.#numbers.has(snapshot)) this.#numbers.set(snapshot, ++this.#last);
  }

  /** Returns the number of a snapshot; undefined for one that was never added. */
  get(snapshot: SimNetworkSnapshot): number | undefined {
    return this.#numbers.get(snapshot);
  }
}
