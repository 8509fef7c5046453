/**
 * Implements `halley_conflictingCommits`, a method of Halley only. It shows why a chain has ended whose byzantine
 * validators had a third of the power.
 */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_conflictingCommits = evmMethod({
  name: 'halley_conflictingCommits',
  summary: 'Returns the commits of two blocks at one height, which ended the chain; null on a chain that goes on.',
  params: [],
  result: 'null, or object: height (quantity), branches (array: block, round, signers, nodes, commit)',
  trustedOnly: true,
  handler: ({ evm }) => {
    const conflict = evm.conflictingCommits();
    if (conflict === undefined) return null;
    const { height, branches } = conflict;
    return {
      height: quantity(height),
      branches: branches.map((branch) => ({ ...branch, round: quantity(branch.round) })),
    };
  },
  example: { params: [], result: null },
});
