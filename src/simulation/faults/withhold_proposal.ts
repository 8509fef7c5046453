/**
 * Withholds a proposer's proposals from some validators. They can still receive the proposal from the others, by gossip,
 * where a link allows it.
 */
import { type AtPlace, defineFault } from '../fault.js';
import { node, nodes, PLACE_PARAMETERS } from '../fault_parameter.js';
import { isOwnProposal } from '../forge.js';

export interface WithholdProposal extends AtPlace {
  readonly type: 'withhold-proposal';
  readonly node: number;
  readonly to: readonly number[];
}

export const fault = defineFault<WithholdProposal>({
  type: 'withhold-proposal',
  summary: 'Makes a proposer withhold its proposals and their blocks from some validators; the others may relay them.',
  parameters: {
    node: node('Selects the proposer.'),
    to: nodes('Selects the validators that receive nothing from it.'),
    ...PLACE_PARAMETERS,
  },
  links: ({ node, to }) => ({ from: [node], to }),
  transform: (fault, envelope, context) =>
    fault.to.includes(envelope.to) && isOwnProposal(fault, envelope, context) ? [] : [envelope],
  transient: {
    probability: 0.06,
    draw: ({ random, size, someNodes }) => ({
      type: 'withhold-proposal',
      node: random.below(size),
      to: someNodes(),
    }),
  },
});
