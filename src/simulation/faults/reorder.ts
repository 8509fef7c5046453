/** Delays each message by a random time, so that messages arrive out of order. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';

export interface Reorder extends OnLinks {
  readonly type: 'reorder';
  /** Limits the extra delay, in nanoseconds. */
  readonly within: bigint;
}

/** Divides `within`: extra delays are multiples of `within / GRAIN`. */
const GRAIN = 1000;

export const fault = defineFault<Reorder>({
  type: 'reorder',
  transform(fault, envelope, context) {
    if (!concerns(fault, envelope)) return [envelope];
    const extra = (fault.within * BigInt(context.draw(GRAIN + 1))) / BigInt(GRAIN);
    return [{ ...envelope, delay: envelope.delay + extra }];
  },
  transient: {
    places: [3],
    draw: ({ random, links }) => ({
      type: 'reorder',
      within: BigInt(1 + random.below(2000)) * NANOS_PER_MILLISECOND,
      ...links,
    }),
  },
});
