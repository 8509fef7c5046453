/** Delays a proposer's proposals and their blocks on every link. No other node can relay them earlier. */
import { milliseconds } from '../../kernel/fault_parameter.js';
import { nanosOf } from '../../kernel/time.js';
import { type AtPlace, defineFault } from '../fault.js';
import { node, PLACE_PARAMETERS } from '../fault_parameter.js';
import { isOwnProposal } from '../forge.js';

export interface LateProposal extends AtPlace {
  readonly type: 'late-proposal';
  readonly node: number;
  /** Delay on top of the usual one, in milliseconds. */
  readonly ms: number;
}

export const fault = defineFault<LateProposal>({
  type: 'late-proposal',
  summary: 'Makes the proposals of a proposer and their blocks arrive late.',
  parameters: {
    node: node('Selects the proposer.'),
    ms: milliseconds('Sets how much later they arrive.'),
    ...PLACE_PARAMETERS,
  },
  links: ({ node }) => ({ from: [node] }),
  transform: (fault, envelope, context) =>
    isOwnProposal(fault, envelope, context) ? [{ ...envelope, delay: envelope.delay + nanosOf(fault.ms) }] : [envelope],
  transient: {
    probability: 0.06,
    draw: ({ random, size }) => ({ type: 'late-proposal', node: random.below(size), ms: 1 + random.below(8000) }),
  },
});
