/** Exercise of the lock, as in scenarios/the-lock-that-saves-us.toml. */
import { type NetworkNode, positionText } from '../../../explorer/read/network.js';
import { call } from '../../../shell/call.js';
import { commitOf, decided, faultFacts, faultsOf, nodesOf, positions, roundState } from '../chain_facts.js';
import type { Exercise, Observation, Roles, TourChain } from '../exercise.js';

/** Returns the four validators by the round in which each proposes. */
function parts({ proposers }: Roles) {
  const [alone, second, third, last] = proposers as readonly [number, number, number, number];
  return { alone, second, third, last };
}

async function heldLock(chain: TourChain, { height }: Roles): Promise<Observation> {
  const [nodes, state] = [await nodesOf(chain), await roundState(chain)];
  const locked = Number(state.height) === height && state.locked_round === 0;
  return {
    facts: [...positions(nodes), ['Lock of validator-0', locked ? 'block of round 0' : 'none']],
    ...(locked &&
      state.round >= 3 && { done: `Round ${state.round} of height ${height}: validator-0 still holds its lock.` }),
  };
}

/** Returns whether one validator has decided the height, and all others have not. */
async function decidedAlone(chain: TourChain, roles: Roles): Promise<Observation> {
  const [nodes, commit] = [await nodesOf(chain), await commitOf(chain, roles.height)];
  const ahead = nodes.filter(({ height }) => Number(height) > roles.height);
  return {
    facts: positions(nodes),
    ...(commit !== undefined &&
      ahead.length === 1 && {
        done: `Only ${ahead[0]?.name} has decided block ${roles.height}, and is at ${positionText(ahead[0] as NetworkNode)}.`,
      }),
  };
}

export const theLock: Exercise = {
  name: 'the-lock-that-saves-us',
  title: 'The lock that saves us',
  summary:
    'One validator decides block A in round 0, but all that it sends about it gets lost. Three rounds later another validator, which never saw A, proposes B.',
  predict: {
    question: 'Three validators are together, which is a quorum. Do they decide B, so that the chain forks?',
    choices: ['Yes, they decide B', 'No, they decide A later', 'No, nothing is ever decided'],
    right: 1,
    answer:
      'No. Two of the three are locked on A. They prevote A when B is proposed, so B gets one prevote of four. Once its decision arrives, all decide A.',
  },
  suits: (roles) => parts(roles).alone !== 0 && parts(roles).last !== 0,
  steps: [
    {
      title: 'Hide A from the last proposer, and the decision from all',
      calls: (roles) => {
        const { alone, second, third, last } = parts(roles);
        const place = { height: roles.height, round: 0 };
        return [
          call('halley_addFault', { type: 'drop', message: 'proposal', to: [last], ...place }),
          call('halley_addFault', { type: 'drop', message: 'part', to: [last], ...place }),
          call('halley_addFault', { type: 'drop', vote: 'prevote', signer: third, to: [last], ...place }),
          call('halley_addFault', {
            type: 'drop',
            vote: 'precommit',
            signer: alone,
            to: [0, 1, 2, 3].filter((node) => node !== alone),
            ...place,
          }),
          call('halley_addFault', { type: 'silent-proposer', node: second, height: roles.height, round: 1 }),
          call('halley_addFault', { type: 'silent-proposer', node: third, height: roles.height, round: 2 }),
          call('halley_addFault', { type: 'drop', message: 'catch-up', from: [alone], height: roles.height }),
        ];
      },
      observe: async (chain) => {
        const faults = await faultsOf(chain);
        return {
          facts: faultFacts(faults),
          ...(faults.length >= 7 && { done: `${faults.length} faults are active.` }),
        };
      },
    },
    {
      title: 'Let one validator decide A',
      calls: () => [call('halley_step', 'height', 1)],
      observe: decidedAlone,
    },
    {
      title: 'Go to round 3',
      calls: () => [call('halley_step', 'round', 3)],
      observe: heldLock,
    },
    {
      title: 'Let round 3 pass',
      calls: () => [call('halley_step', 'round', 1)],
      observe: async (chain, roles) => {
        const observation = await heldLock(chain, roles);
        const [nodes, { round }] = [await nodesOf(chain), await roundState(chain)];
        const failed = round >= 4 && nodes.filter(({ height }) => Number(height) === roles.height).length === 3;
        return {
          facts: observation.facts,
          ...(failed && { done: 'B found no majority: three validators are in the next round.' }),
        };
      },
    },
    {
      title: 'Let the decision through',
      calls: (_, faults) => [call('halley_removeFault', faults.at(-1)), call('halley_step', 'height', 1)],
      observe: async (chain, roles) => {
        const nodes = await nodesOf(chain);
        const fork = await chain.evm<unknown>('halley_conflictingCommits');
        const observation = await decided(chain, roles, ({ round }) => round === 0 && fork === null);
        const together = nodes.filter(({ height }) => Number(height) > roles.height).length > 1;
        return together ? observation : { facts: [...observation.facts, ...positions(nodes)] };
      },
    },
  ],
  look: [
    {
      text: 'The block of the height is A, decided in round 0, although the others were in round 4.',
      route: ({ height }) => `commit?height=${height}`,
      shows: () => '…"round":0,…',
    },
    {
      text: 'Consensus goes on, without a fork. `npx halley-devnet scenario run the-lock-that-saves-us` does the same from a file that states what must happen.',
      route: () => 'consensus_state',
      shows: () => '…"height/round/step":…',
    },
  ],
  why: [
    'A validator that precommits a block locks it: it prevotes no other block in later rounds (lines 22 to 36 of the paper).',
    'Only a polka for another block, or for nil, in a later round ends the lock. Correct validators with more than a third of all power are locked on a decided block, so there is no such polka.',
    'Without the lock, the three validators would decide B, while one has decided A: a fork without a byzantine validator.',
    'Gossip sends the commit of round 0 to validators that are behind. Votes of older rounds count too, so all decide A in round 0.',
  ],
};
