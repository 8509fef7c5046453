/** Loses messages at random. */
import { percent } from '../../kernel/fault_parameter.js';
import { concerns, defineFault, type OnLinks } from '../fault.js';
import { LINK_PARAMETERS } from '../fault_parameter.js';

export interface Loss extends OnLinks {
  readonly type: 'loss';
  readonly percent: number;
}

export const fault = defineFault<Loss>({
  type: 'loss',
  summary: 'Loses messages on some links at random; peers send them again, as gossip does.',
  parameters: { percent: percent('Sets how many messages are lost, in percent.'), ...LINK_PARAMETERS },
  links: (fault) => fault,
  transform: (fault, envelope, context) =>
    concerns(fault, envelope) && context.draw(100) < fault.percent ? [] : [envelope],
  transient: {
    places: [2],
    draw: ({ random, links }) => ({ type: 'loss', percent: 5 + random.below(90), ...links }),
  },
});
