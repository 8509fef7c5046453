/** Exercise of a proposer that is down. */
import { call } from '../../../shell/call.js';
import { decided, nodesOf, positions } from '../chain_facts.js';
import type { Exercise, Roles } from '../exercise.js';

const proposer = ({ proposers }: Roles): number => proposers[0] as number;

export const proposerDown: Exercise = {
  name: 'proposer-down',
  title: 'A proposer that is down',
  summary: 'The validator whose turn it is does not run. The other three must decide without it.',
  predict: {
    question: 'In which round is the block decided, and how much simulated time passes before it?',
    choices: ['Round 0', 'Round 1', 'Never'],
    right: 1,
    answer:
      'In round 1, where the next validator proposes. First the others wait for `timeout_propose` (3 s) and, after their votes for nil, for `timeout_precommit` (1 s).',
  },
  suits: (roles) => proposer(roles) !== 0,
  steps: [
    {
      title: 'Crash the proposer of round 0',
      calls: (roles) => [call('halley_crashValidator', proposer(roles))],
      observe: async (chain, roles) => {
        const nodes = await nodesOf(chain);
        const node = nodes[proposer(roles)];
        return { facts: positions(nodes), ...(node?.up === false && { done: `${node.name} is down.` }) };
      },
    },
    {
      title: 'Decide the block without it',
      calls: () => [call('halley_step', 'height', 1)],
      observe: (chain, roles) =>
        decided(chain, roles, ({ round }, signers) => round === 1 && !signers.includes(`validator-${proposer(roles)}`)),
    },
    {
      title: 'Restart it, and decide another block',
      calls: (roles) => [call('halley_restartValidator', proposer(roles)), call('halley_step', 'height', 2)],
      observe: async (chain, roles) => {
        const nodes = await nodesOf(chain);
        const node = nodes[proposer(roles)];
        const back = node?.up === true && Number(node.height) > roles.height;
        return { facts: positions(nodes), ...(back && { done: `${node.name} is up, and has block ${roles.height}.` }) };
      },
    },
  ],
  look: [
    {
      text: 'The commit of the block is of round 1.',
      route: ({ height }) => `commit?height=${height}`,
      shows: () => '…"round":1,…',
    },
  ],
  why: [
    'No validator can know whether a proposer is down or slow. So each validator waits for a limited time: `OnTimeoutPropose` lets it prevote nil (line 57 of the paper).',
    'Three prevotes for nil are a polka for nil. The validators precommit nil, and `OnTimeoutPrecommit` begins the next round (line 65), with another proposer.',
    'The timeouts grow with each round (`timeout_propose_delta`), so that slow networks succeed at last.',
    'After the restart the validator receives the blocks that it missed, with their commits, and believes the commits.',
  ],
};
