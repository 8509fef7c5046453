/** Exercise of a validator that votes twice, and is punished for it. */
import { call } from '../../../shell/call.js';
import { decided, evidenceIn, faultFacts, faultsOf, nodesOf } from '../chain_facts.js';
import type { Exercise, Observation, Roles, TourChain } from '../exercise.js';

const culprit = ({ proposers }: Roles): number => proposers[1] as number;

async function standing(chain: TourChain, roles: Roles): Promise<Observation> {
  const node = (await nodesOf(chain))[culprit(roles)];
  const height = (await evidenceIn(chain, roles.height))?.height;
  const gone = node?.jailed === true && Number(node.power) === 0;
  return {
    facts: [
      ['Evidence', height === undefined ? 'in no block yet' : `in block ${height}`],
      [node?.name ?? '', `power ${Number(node?.power)}, ${node?.jailed ? 'jailed' : 'not jailed'}`],
    ],
    ...(gone && height !== undefined && { done: `Block ${height} has the evidence; ${node.name} is jailed.` }),
  };
}

export const equivocation: Exercise = {
  name: 'equivocation',
  title: 'A validator that votes twice',
  summary: 'A validator signs two prevotes in one round, for the block and against it. That is equivocation.',
  predict: {
    question: 'Does the double vote delay the block? What happens to the validator, and when?',
    choices: ['It delays the block', 'It is ignored', 'It is punished later'],
    right: 2,
    answer:
      'The block is decided in round 0. The next block contains both votes as evidence. The validator loses 5 % of its tokens, is jailed for ever, and leaves the set two heights later.',
  },
  suits: (roles) => culprit(roles) !== 0,
  steps: [
    {
      title: 'Let a validator vote twice',
      calls: (roles) => [
        call('halley_addFault', {
          type: 'equivocate',
          node: culprit(roles),
          vote: 'prevote',
          height: roles.height,
          round: 0,
        }),
      ],
      observe: async (chain, roles) => {
        const faults = await faultsOf(chain);
        const active = faults.some(({ fault }) => fault.type === 'equivocate' && fault['node'] === culprit(roles));
        return {
          facts: faultFacts(faults),
          ...(active && { done: `validator-${culprit(roles)} is byzantine at height ${roles.height}.` }),
        };
      },
    },
    {
      title: 'Decide the block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, roles, ({ round }) => round === 0),
    },
    {
      title: 'Decide four blocks more',
      calls: () => [call('halley_step', 'height', 4)],
      observe: standing,
    },
  ],
  look: [
    {
      text: 'The block after the double vote contains it: `vote_a` and `vote_b` differ only in the block.',
      route: ({ height }) => `block?height=${height + 1}`,
      shows: () => '…DuplicateVoteEvidence…vote_a…vote_b…',
    },
    {
      text: 'The validator set has three members.',
      route: ({ height }) => `validators?height=${height + 4}`,
      shows: () => '…"total":"3"…',
    },
  ],
  why: [
    'A vote is signed, so two votes of one validator for one height, round and type prove the fault to everybody (`DuplicateVoteEvidence`).',
    'The first vote counts, and the second one goes to the evidence pool. Gossip spreads it, and the next proposer puts it into a block.',
    'The application receives it as `Misbehavior`. The module slashing takes 5 % of the tokens, and jails and tombstones the validator.',
    'A change of the validator set takes effect two heights later: the next header already commits to the next validators.',
  ],
};
