/** Exercise of a round in which nothing goes wrong. */
import { call } from '../../../shell/call.js';
import { decided, nodesOf, positions } from '../chain_facts.js';
import type { Exercise, Observation, Roles, TourChain } from '../exercise.js';

async function reached(chain: TourChain, { height }: Roles, step: string): Promise<Observation> {
  const nodes = await nodesOf(chain);
  const there = nodes.find((node) => Number(node.height) === height && node.step === step);
  return { facts: positions(nodes), ...(there && { done: `${there.name} is in step ${step} of height ${height}.` }) };
}

export const healthyRound: Exercise = {
  name: 'healthy-round',
  title: 'A healthy round',
  summary: 'Four validators with equal power agree on a block: one proposes, all vote twice.',
  predict: {
    question: 'How many of the four precommits must a validator have before it decides?',
    choices: ['Two', 'Three', 'All four'],
    right: 1,
    answer:
      'Three. It needs more than two thirds of the power: 3 of 4 is 75 %, 2 of 4 is only 50 %. A fourth precommit may come later.',
  },
  // A proposer prevotes at the instant at which it proposes; the steps of another validator are further apart.
  suits: ({ proposers }) => proposers[0] !== 0,
  steps: [
    {
      title: 'Go to the step Prevote',
      calls: () => [call('halley_step', 'step', 2)],
      observe: (chain, roles) => reached(chain, roles, 'Prevote'),
    },
    {
      title: 'Go to the step Precommit',
      calls: () => [call('halley_step', 'step', 1)],
      observe: (chain, roles) => reached(chain, roles, 'Precommit'),
    },
    {
      title: 'Decide the block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, roles, ({ round }) => round === 0),
    },
  ],
  look: [
    {
      text: 'The commit is of round 0. `block_id_flag` 2 is a precommit for the block, 1 is an absent one.',
      route: ({ height }) => `commit?height=${height}`,
      shows: () => '…"round":0,…',
    },
  ],
  why: [
    'A round has three steps (Algorithm 1 of the paper). The proposer sends `PROPOSAL`. A validator that accepts the block sends `PREVOTE` for it.',
    'More than two thirds of the prevotes for one block are a polka. A validator that sees it locks the block (`lockedValue`, `lockedRound`) and sends `PRECOMMIT`.',
    'More than two thirds of the precommits for the block decide it. `enterCommit` of CometBFT executes the block, and the next height begins.',
    'The proposer is the validator with the highest priority. Proposing lowers its priority by the power of all, so validators of equal power propose one after the other.',
  ],
};
