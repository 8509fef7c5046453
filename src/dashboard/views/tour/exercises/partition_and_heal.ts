/** Exercise of a network that splits into halves. */
import { call } from '../../../shell/call.js';
import { decided, headOf, nodesOf, positions } from '../chain_facts.js';
import type { Exercise } from '../exercise.js';

export const partitionAndHeal: Exercise = {
  name: 'partition-and-heal',
  title: 'A partition, and its end',
  summary: 'All four validators run, but the network splits them into two halves that cannot communicate.',
  predict: {
    question: 'Each half works and has a proposer sooner or later. Does each half make blocks of its own?',
    choices: ['Yes, both do', 'Only the half with the proposer', 'No, neither does'],
    right: 2,
    answer:
      'No. Neither half has more than two thirds of the power, so neither decides. After healing both continue the same height, and decide one block.',
  },
  steps: [
    {
      title: 'Separate 0 and 1 from 2 and 3',
      calls: () => [
        call('halley_partition', [
          [0, 1],
          [2, 3],
        ]),
      ],
      observe: async (chain) => {
        const nodes = await nodesOf(chain);
        const halves = nodes.every(({ peers }) => peers.length === 1);
        return {
          facts: nodes.map(({ name, peers }) => [name, `connected to ${peers.join(', ') || 'nobody'}`]),
          ...(halves && { done: 'Each validator is connected to one other.' }),
        };
      },
    },
    {
      title: 'Try to decide a block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: async (chain, { height }) => {
        const [nodes, head] = [await nodesOf(chain), await headOf(chain)];
        const waiting = nodes.every((node) => Number(node.height) <= height && node.step === 'Prevote');
        return {
          facts: [['Newest block', `${head}`], ...positions(nodes)],
          ...(waiting && head < height && { done: `Both halves wait for prevotes of height ${height}.` }),
        };
      },
    },
    {
      title: 'Heal the network, and decide the block',
      calls: () => [call('halley_heal'), call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, roles),
    },
  ],
  look: [
    {
      text: 'There is one block at the height, with one commit.',
      route: ({ height }) => `commit?height=${height}`,
      shows: ({ height }) => `…"height":"${height}",…`,
    },
  ],
  why: [
    'A partition looks to each half like two crashed validators. The same rule halts both: no quorum, no decision.',
    'By the CAP theorem a system that is partitioned gives up consistency or availability. CometBFT gives up availability.',
    'After healing, gossip (`gossipVotesRoutine`) sends each validator the votes that it misses. Votes of a round stay valid, however late they arrive.',
    'If a half was given a block that the other half did not receive, the prevotes differ. Then the height takes another round.',
  ],
};
