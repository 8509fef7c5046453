/** Loses messages at random. */
import { concerns, defineFault, type OnLinks } from '../fault.js';

export interface Loss extends OnLinks {
  readonly type: 'loss';
  readonly percent: number;
}

export const fault = defineFault<Loss>({
  type: 'loss',
  transform: (fault, envelope, context) =>
    concerns(fault, envelope) && context.draw(100) < fault.percent ? [] : [envelope],
  transient: {
    places: [2],
    draw: ({ random, links }) => ({ type: 'loss', percent: 5 + random.below(90), ...links }),
  },
});
