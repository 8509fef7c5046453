/** A node's clock runs ahead or behind. It stamps votes and sets its timers by it; the world's time is not touched. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { defineFault } from '../fault.js';

export interface Skew {
  readonly type: 'skew';
  readonly node: number;
  /** Nanoseconds ahead of the world's clock; negative is behind. */
  readonly by: bigint;
}

export const fault = defineFault<Skew>({
  type: 'skew',
  skew: (fault, node) => (node === fault.node ? fault.by : 0n),
  trouble: {
    places: [5],
    draw: ({ random, size }) => ({
      type: 'skew',
      node: random.below(size),
      by: BigInt(random.below(2000) - 1000) * NANOS_PER_MILLISECOND,
    }),
  },
});
