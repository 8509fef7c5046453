/** Delays messages on some links. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';

export interface Delay extends OnLinks {
  readonly type: 'delay';
  /** Is added to the usual delay, in nanoseconds. */
  readonly by: bigint;
}

export const fault = defineFault<Delay>({
  type: 'delay',
  transform: (fault, envelope) =>
    concerns(fault, envelope) ? [{ ...envelope, delay: envelope.delay + fault.by }] : [envelope],
  transient: {
    places: [1],
    draw: ({ random, links }) => ({
      type: 'delay',
      by: BigInt(1 + random.below(3000)) * NANOS_PER_MILLISECOND,
      ...links,
    }),
  },
});
