/** Shifts a node's clock. The node stamps votes and sets timers by it; the network's clock is unaffected. */
import { milliseconds } from '../../kernel/fault_parameter.js';
import { nanosOf } from '../../kernel/time.js';
import { defineFault } from '../fault.js';
import { node } from '../fault_parameter.js';

export interface Skew {
  readonly type: 'skew';
  readonly node: number;
  /** Lead of the node's clock over the network's, in milliseconds; negative when it is behind. */
  readonly ms: number;
}

export const fault = defineFault<Skew>({
  type: 'skew',
  summary: 'Shifts the clock of a validator.',
  parameters: {
    node: node('Selects the validator.'),
    ms: milliseconds("Sets how far the clock is ahead of the network's; a negative time is behind.", 'negative'),
  },
  skew: (fault, node) => (node === fault.node ? nanosOf(fault.ms) : 0n),
  transient: {
    places: [5],
    draw: ({ random, size }) => ({
      type: 'skew',
      node: random.below(size),
      ms: random.below(2000) - 1000,
    }),
  },
});
