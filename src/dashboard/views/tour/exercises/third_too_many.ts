/** Exercise of a fork by byzantine validators with half of the power. */
import type { Conflict } from '../../../explorer/read/network.js';
import { call } from '../../../shell/call.js';
import { faultFacts, faultsOf, nodesOf, positions } from '../chain_facts.js';
import type { Exercise, Roles } from '../exercise.js';

/** Returns the byzantine proposer, its accomplice, and the two correct validators, one with an even index and one with an odd one. */
function parts({ proposers }: Roles) {
  const proposer = proposers[0] as number;
  const [accomplice, odd] = [1, 3] as const;
  const even = proposer === 0 ? 2 : 0;
  return { proposer, accomplice, even, odd };
}

export const thirdTooMany: Exercise = {
  name: 'a-third-is-too-many',
  title: 'A third is too many',
  summary:
    'Two of four validators are byzantine: the proposer makes two blocks, and both vote for both. The two correct ones do not hear each other.',
  predict: {
    question: 'Each correct validator follows all rules. Can they decide different blocks at one height?',
    choices: ['Yes, the chain forks', 'No, one of them waits', 'No, both wait'],
    right: 0,
    answer:
      'Yes. Each sees three precommits for its block: its own and two byzantine ones. Beyond a third of the power, byzantine validators can break safety, and the chain forks.',
  },
  // The byzantine proposer keeps the block that it sends to even indexes, so its own index must be even.
  suits: (roles) => (roles.proposers[0] as number) % 2 === 0,
  steps: [
    {
      title: 'Cut the link between the correct validators',
      calls: (roles) => [call('halley_setLink', parts(roles).even, parts(roles).odd, { up: false })],
      observe: async (chain, roles) => {
        const { cutLinks } = await chain.evm<{ cutLinks: readonly (readonly number[])[] }>('halley_network');
        const { even, odd } = parts(roles);
        const cut = cutLinks.some((link) => link.includes(even) && link.includes(odd));
        return {
          facts: cutLinks.map(([a, b]) => ['Cut link', `${a} – ${b}`]),
          ...(cut && { done: `Validators ${even} and ${odd} do not hear each other.` }),
        };
      },
    },
    {
      title: 'Make two validators byzantine',
      calls: (roles) => {
        const { proposer, accomplice } = parts(roles);
        return [
          call('halley_addFault', { type: 'double-proposal', node: proposer }),
          call('halley_addFault', { type: 'equivocate', node: proposer }),
          call('halley_addFault', { type: 'equivocate', node: accomplice }),
        ];
      },
      observe: async (chain) => {
        const faults = await faultsOf(chain);
        return {
          facts: faultFacts(faults),
          ...(faults.length >= 3 && { done: 'Half of the power is byzantine.' }),
        };
      },
    },
    {
      title: 'Let the height run',
      calls: () => [call('halley_step', 'height', 1)],
      observe: async (chain) => {
        const [nodes, conflict] = [await nodesOf(chain), await chain.evm<Conflict | null>('halley_conflictingCommits')];
        if (conflict === null) return { facts: positions(nodes) };
        return {
          facts: conflict.branches.map(({ block, signers, nodes: deciders }) => [
            block.slice(0, 8),
            `signed by ${signers.map(({ name }) => name).join(', ')}; decided by ${deciders.join(', ')}`,
          ]),
          done: `The chain has forked: ${conflict.branches.length} blocks were decided at height ${Number(conflict.height)}.`,
        };
      },
    },
  ],
  look: [
    {
      text: 'Reads answer from the branch that was decided first. `halley_conflictingCommits` has both commits.',
      route: ({ height }) => `commit?height=${height}`,
      shows: ({ height }) => `…"height":"${height}",…`,
    },
  ],
  why: [
    'Two quorums share more than a third of the power. When all of these are byzantine, both blocks can have a quorum.',
    "Both commits are signed, so they prove who was byzantine: the validators whose precommits are in both. That is accountability, as in CometBFT's evidence of light client attacks.",
    'CometBFT itself cannot repair it. Halley stops such a chain, because no block after a fork has a meaning. On a real network people agree on a branch and start again from it.',
    'To go on here, put the chain back to before the fork: a revert, a rollback, or a reset.',
  ],
};
