/**
 * Makes a validator forget, at the end of each round, the block that it locked and its valid block. It may then prevote
 * and precommit another block in a later round (consensus-engine.md 6). No evidence shows that: it signs once in each
 * round.
 */
import { defineFault } from '../fault.js';
import { node } from '../fault_parameter.js';

export interface Amnesia {
  readonly type: 'amnesia';
  readonly node: number;
}

const FORGETS = { forgetsLock: true } as const;

export const fault = defineFault<Amnesia>({
  type: 'amnesia',
  summary: 'Makes a validator forget its lock at the end of each round.',
  parameters: { node: node('Selects the validator.') },
  misbehavior: (fault, node) => (node === fault.node ? FORGETS : undefined),
  byzantine: ({ node }) => node,
  permanent: { probability: 0.15, draw: (node) => ({ type: 'amnesia', node }) },
});
