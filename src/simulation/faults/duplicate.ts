/** Delivers messages twice at random, the second time later. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';

export interface Duplicate extends OnLinks {
  readonly type: 'duplicate';
  readonly percent: number;
  /** Is the time between the two deliveries, in nanoseconds. */
  readonly after: bigint;
}

export const fault = defineFault<Duplicate>({
  type: 'duplicate',
  transform: (fault, envelope, context) =>
    concerns(fault, envelope) && context.draw(100) < fault.percent
      ? [envelope, { ...envelope, delay: envelope.delay + fault.after }]
      : [envelope],
  transient: {
    places: [4],
    draw: ({ random, links }) => ({
      type: 'duplicate',
      percent: 50,
      after: BigInt(random.below(1000)) * NANOS_PER_MILLISECOND,
      ...links,
    }),
  },
});
