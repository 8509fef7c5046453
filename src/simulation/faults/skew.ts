/** Shifts a node's clock. The node stamps votes and sets timers by it; the network's clock is unaffected. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { defineFault } from '../fault.js';

export interface Skew {
  readonly type: 'skew';
  readonly node: number;
  /** Is how far the node's clock is ahead of the network's, in nanoseconds; negative is behind. */
  readonly by: bigint;
}

export const fault = defineFault<Skew>({
  type: 'skew',
  skew: (fault, node) => (node === fault.node ? fault.by : 0n),
  transient: {
    places: [5],
    draw: ({ random, size }) => ({
      type: 'skew',
      node: random.below(size),
      by: BigInt(random.below(2000) - 1000) * NANOS_PER_MILLISECOND,
    }),
  },
});
