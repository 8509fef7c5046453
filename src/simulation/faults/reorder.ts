/** Messages overtake each other: each takes a random time longer. */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';

export interface Reorder extends OnLinks {
  readonly type: 'reorder';
  /** Nanoseconds; the longest extra delay. */
  readonly within: bigint;
}

/** Extra delays are multiples of this fraction of `within`. */
const GRAIN = 1000;

export const fault = defineFault<Reorder>({
  type: 'reorder',
  transform(fault, envelope, context) {
    if (!concerns(fault, envelope)) return [envelope];
    const extra = (fault.within * BigInt(context.draw(GRAIN + 1))) / BigInt(GRAIN);
    return [{ ...envelope, delay: envelope.delay + extra }];
  },
  trouble: {
    places: [3],
    draw: ({ random, links }) => ({
      type: 'reorder',
      within: BigInt(1 + random.below(2000)) * NANOS_PER_MILLISECOND,
      ...links,
    }),
  },
});
