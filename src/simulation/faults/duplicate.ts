/** Delivers messages twice at random, the second time later. */
import { milliseconds, percent } from '../../kernel/fault_parameter.js';
import { nanosOf } from '../../kernel/time.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';
import { LINK_PARAMETERS } from '../fault_parameter.js';

export interface Duplicate extends OnLinks {
  readonly type: 'duplicate';
  readonly percent: number;
  /** Time between the two deliveries, in milliseconds. */
  readonly ms: number;
}

export const fault = defineFault<Duplicate>({
  type: 'duplicate',
  summary: 'Delivers messages on some links twice, at random.',
  parameters: {
    percent: percent('Sets how many messages are delivered twice, in percent.'),
    ms: milliseconds('Sets how much later the second one arrives.'),
    ...LINK_PARAMETERS,
  },
  links: (fault) => fault,
  transform: (fault, envelope, context) =>
    concerns(fault, envelope) && context.draw(100) < fault.percent
      ? [envelope, { ...envelope, delay: envelope.delay + nanosOf(fault.ms) }]
      : [envelope],
  transient: {
    places: [4],
    draw: ({ random, links }) => ({
      type: 'duplicate',
      percent: 50,
      ms: random.below(1000),
      ...links,
    }),
  },
});
