/** Exercise of a proposal that reaches nobody, and of the polka for nil that follows. */
import { call } from '../../../shell/call.js';
import { decided, faultFacts, faultsOf, nodesOf, positions } from '../chain_facts.js';
import type { Exercise, Roles } from '../exercise.js';

const proposer = ({ proposers }: Roles): number => proposers[0] as number;

export const lostProposal: Exercise = {
  name: 'lost-proposal',
  title: 'A lost proposal, and a polka for nil',
  summary: 'All validators are up and connected, but the proposal of round 0 gets lost.',
  predict: {
    question: 'The proposer has its own block and prevotes it. What do the three others do, and who wins?',
    choices: ['Its block, in round 0', 'Another block, in round 1', 'No block'],
    right: 1,
    answer:
      'They prevote nil after `timeout_propose`. Three of four prevotes are a polka for nil, so all precommit nil, and round 1 decides the block of another proposer.',
  },
  suits: (roles) => proposer(roles) !== 0,
  steps: [
    {
      title: 'Lose the proposal of round 0',
      calls: (roles) => [
        call('halley_addFault', { type: 'silent-proposer', node: proposer(roles), height: roles.height, round: 0 }),
      ],
      observe: async (chain, roles) => {
        const faults = await faultsOf(chain);
        const active = faults.some(
          ({ fault }) => fault.type === 'silent-proposer' && fault['node'] === proposer(roles),
        );
        return {
          facts: faultFacts(faults),
          ...(active && { done: `The proposals of validator-${proposer(roles)} reach nobody.` }),
        };
      },
    },
    {
      title: 'Go to round 1',
      calls: () => [call('halley_step', 'round', 1)],
      observe: async (chain, { height }) => {
        const nodes = await nodesOf(chain);
        const there = nodes.filter((node) => Number(node.height) === height && Number(node.round) >= 1);
        return {
          facts: positions(nodes),
          ...(there.length > 0 && { done: `${there[0]?.name} has left round 0 of height ${height}.` }),
        };
      },
    },
    {
      title: 'Decide the block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, roles, ({ round }) => round === 1),
    },
  ],
  look: [
    {
      text: 'The block was decided in round 1. Its proposer is not the one of round 0.',
      route: ({ height }) => `commit?height=${height}`,
      shows: () => '…"round":1,…',
    },
  ],
  why: [
    'nil means "no block in this round". A polka for nil is more than two thirds of the prevotes for nil (line 44 of the paper).',
    'A polka for nil lets a validator precommit nil without another timeout. In CometBFT 0.38 it also ends a lock from an earlier round.',
    'More than two thirds of the precommits for nil start `timeout_precommit`; round 1 begins after it.',
    'The silent proposer votes as usual, so nothing is evidence against it: a lost message proves no fault.',
  ],
};
