/** Draws values for the fuzzer from a stream of the repository's random source. */
import { RandomStream, seedStream } from '../../src/kernel/random.js';

export class Draw {
  readonly #stream: RandomStream;

  /** Starts a stream. The same seed and label draw the same values. */
  constructor(seed: string, label: string) {
    this.#stream = new RandomStream(seedStream(seed, label));
  }

  /** Draws from 0 to `count - 1`. */
  below(count: number): number {
    return this.#stream.below(count);
  }

  /** Draws from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  happens(percent: number): boolean {
    return this.#stream.probability(percent / 100);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Draws one of the items, with a probability in proportion to its weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.below(items.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    throw new RangeError('no item has a weight above 0');
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.below(256);
    return bytes;
  }
}
