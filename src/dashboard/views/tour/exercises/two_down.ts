/** Exercise of a chain that halts because a third of the power is missing. */
import { call } from '../../../shell/call.js';
import { decided, headOf, nodesOf, positions } from '../chain_facts.js';
import type { Exercise } from '../exercise.js';

export const twoDown: Exercise = {
  name: 'two-down',
  title: 'Two of four are down',
  summary: 'Half of the power is away. Then one of the two validators comes back.',
  predict: {
    question: 'Do the two others decide alone after enough time? What do they do meanwhile?',
    choices: ['Yes, after a timeout', 'Yes, in a later round', 'No, they wait'],
    right: 2,
    answer:
      'They never decide, and no round ends. Each has two prevotes and waits for a third; there is no timeout for that. CometBFT halts rather than fork.',
  },
  steps: [
    {
      title: 'Crash validators 2 and 3',
      calls: () => [call('halley_crashValidator', 2), call('halley_crashValidator', 3)],
      observe: async (chain) => {
        const nodes = await nodesOf(chain);
        const down = nodes.filter(({ up }) => !up);
        return { facts: positions(nodes), ...(down.length === 2 && { done: 'Two of four validators are down.' }) };
      },
    },
    {
      title: 'Try to decide a block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: async (chain, { height }) => {
        const [nodes, head] = [await nodesOf(chain), await headOf(chain)];
        const waiting = nodes.filter(({ up, step }) => up && step === 'Prevote');
        const halted = head < height && waiting.length === 2;
        return {
          facts: [['Newest block', `${head}`], ...positions(nodes)],
          ...(halted && { done: `Nothing happens any more: two validators wait for prevotes of height ${height}.` }),
        };
      },
    },
    {
      title: 'Restart validator 3, and decide the block',
      calls: () => [call('halley_restartValidator', 3), call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, roles),
    },
  ],
  look: [
    {
      text: 'The block has three signatures: one validator is still down.',
      route: ({ height }) => `commit?height=${height}`,
      shows: () => '…"block_id_flag":1,…',
    },
  ],
  why: [
    'With `n = 3f + 1` validators the algorithm tolerates `f` faulty ones. Four validators tolerate one.',
    'A quorum is more than two thirds of the power. Any two quorums share more than a third. If less than that is byzantine, a correct validator is in both. So two blocks of a round cannot both have one.',
    '`OnTimeoutPrevote` is scheduled only when more than two thirds have prevoted (line 34 of the paper). Two of four are fewer.',
    'A validator that restarts reads its write-ahead log and takes part again. Its prevote completes the quorum.',
  ],
};
