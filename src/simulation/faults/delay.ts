/** Delays messages on some links. */
import { milliseconds } from '../../kernel/fault_parameter.js';
import { nanosOf } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';
import { LINK_PARAMETERS } from '../fault_parameter.js';

export interface Delay extends OnLinks {
  readonly type: 'delay';
  /** Delay on top of the usual one, in milliseconds. */
  readonly ms: number;
}

export const fault = defineFault<Delay>({
  type: 'delay',
  summary: 'Delays messages on some links.',
  parameters: { ms: milliseconds('Sets how much later a message arrives.'), ...LINK_PARAMETERS },
  links: (fault) => fault,
  transform: (fault, envelope) =>
    concerns(fault, envelope) ? [{ ...envelope, delay: envelope.delay + nanosOf(fault.ms) }] : [envelope],
  transient: {
    places: [1],
    draw: ({ random, links }) => ({ type: 'delay', ms: 1 + random.below(3000), ...links }),
  },
});
