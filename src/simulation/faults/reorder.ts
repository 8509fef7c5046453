/** Delays each message by a random time, so that messages arrive out of order. */
import { milliseconds } from '../../kernel/fault_parameter.js';
import { nanosOf } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';
import { LINK_PARAMETERS } from '../fault_parameter.js';

export interface Reorder extends OnLinks {
  readonly type: 'reorder';
  /** Greatest extra delay, in milliseconds. */
  readonly ms: number;
}

/** Divides `ms`: extra delays are multiples of `ms / GRAIN`. */
const GRAIN = 1000;

export const fault = defineFault<Reorder>({
  type: 'reorder',
  summary: 'Delays each message on some links by a random time, so that messages arrive out of order.',
  parameters: { ms: milliseconds('Limits the random time.'), ...LINK_PARAMETERS },
  links: (fault) => fault,
  transform(fault, envelope, context) {
    if (!concerns(fault, envelope)) return [envelope];
    const extra = (nanosOf(fault.ms) * BigInt(context.draw(GRAIN + 1))) / BigInt(GRAIN);
    return [{ ...envelope, delay: envelope.delay + extra }];
  },
  transient: {
    places: [3],
    draw: ({ random, links }) => ({ type: 'reorder', ms: 1 + random.below(2000), ...links }),
  },
});
