/**
 * Silences a proposer: it proposes in its own engine, and nothing of that leaves the node, not by gossip either. No other
 * node has the block, so none can relay it.
 */
import { type AtPlace, defineFault } from '../fault.js';
import { node, PLACE_PARAMETERS } from '../fault_parameter.js';
import { isOwnProposal } from '../forge.js';

export interface SilentProposer extends AtPlace {
  readonly type: 'silent-proposer';
  readonly node: number;
}

export const fault = defineFault<SilentProposer>({
  type: 'silent-proposer',
  summary: 'Makes a proposer send its proposals and their blocks to nobody.',
  parameters: { node: node('Selects the proposer.'), ...PLACE_PARAMETERS },
  links: ({ node }) => ({ from: [node] }),
  transform: (fault, envelope, context) => (isOwnProposal(fault, envelope, context) ? [] : [envelope]),
  transient: {
    probability: 0.06,
    draw: ({ random, size }) => ({ type: 'silent-proposer', node: random.below(size) }),
  },
  permanent: { probability: 0.1, draw: (node) => ({ type: 'silent-proposer', node }) },
});
