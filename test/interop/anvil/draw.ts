/** Draws reproducible values: the same seed draws the same transactions. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Draws from 0 to `count - 1`. */
  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * count);
  }

  /** Draws from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  happens(percent: number): boolean {
    return this.below(100) < percent;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
