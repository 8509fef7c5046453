/** Exercise of a validator that leaves the set while another one is down. */
import { call } from '../../../shell/call.js';
import { decided, headOf, nodesOf, positions } from '../chain_facts.js';
import type { Exercise, Roles } from '../exercise.js';

/** Returns the validator that crashes and the one that leaves. Validator 0 stays, because views show its state. */
function parts({ proposers }: Roles) {
  const [leaving, down] = proposers.filter((node) => node !== 0).slice(-2) as [number, number];
  return { down, leaving };
}

/** Returns the first height of the smaller set: a change takes effect two heights later. */
const smaller = ({ height }: Roles): number => height + 2;

export const validatorLeaves: Exercise = {
  name: 'a-validator-leaves',
  title: 'A validator leaves while another one is down',
  summary: 'One of four validators is down, and the chain goes on. Then one that works leaves the set.',
  predict: {
    question: 'Two of the remaining three validators are up. Does the chain go on without the one that left?',
    choices: ['Yes, as before', 'Yes, with more rounds', 'No, it halts'],
    right: 2,
    answer:
      'It halts. Two of three are exactly two thirds, and more than two thirds are needed. Of four validators one may be down, of three none.',
  },
  steps: [
    {
      title: 'Crash a validator',
      calls: (roles) => [call('halley_crashValidator', parts(roles).down)],
      observe: async (chain, roles) => {
        const nodes = await nodesOf(chain);
        const node = nodes[parts(roles).down];
        return { facts: positions(nodes), ...(node?.up === false && { done: `${node.name} is down: 3 of 4 are up.` }) };
      },
    },
    {
      title: 'Remove another one from the set, and decide two blocks',
      calls: (roles) => [call('halley_setValidatorPower', parts(roles).leaving, 0), call('halley_step', 'height', 2)],
      observe: async (chain, roles) => {
        const [nodes, head] = [await nodesOf(chain), await headOf(chain)];
        const node = nodes[parts(roles).leaving];
        const gone = head >= smaller(roles) - 1 && Number(node?.power) === 0;
        return {
          facts: [
            ['Newest block', `${head}`],
            ...nodes.map(({ name, power }) => [name, `power ${Number(power)}`] as const),
          ],
          ...(gone && { done: `${node?.name} is not in the set of height ${smaller(roles)}.` }),
        };
      },
    },
    {
      title: 'Try to decide a block',
      calls: () => [call('halley_step', 'height', 1)],
      observe: async (chain, roles) => {
        const [nodes, head] = [await nodesOf(chain), await headOf(chain)];
        const { down, leaving } = parts(roles);
        const others = nodes.filter((_, index) => index !== down && index !== leaving);
        const halted = others.every(({ height, step }) => Number(height) === smaller(roles) && /^Pre/.test(step));
        return {
          facts: [['Newest block', `${head}`], ...positions(nodes)],
          ...(halted &&
            head < smaller(roles) && {
              done: `2 of 3 are up: 66.7 %, and more is needed. Height ${smaller(roles)} waits.`,
            }),
        };
      },
    },
    {
      title: 'Restart the one that is down, and decide the block',
      calls: (roles) => [call('halley_restartValidator', parts(roles).down), call('halley_step', 'height', 1)],
      observe: (chain, roles) => decided(chain, { ...roles, height: smaller(roles) }),
    },
  ],
  look: [
    {
      text: 'The validator set has three members.',
      route: (roles) => `validators?height=${smaller(roles)}`,
      shows: () => '…"total":"3"…',
    },
  ],
  why: [
    'With `n = 3f + 1` validators the algorithm tolerates `f` faulty ones: one of four, none of three.',
    'The power of a validator that left counts no more, for it or against it. The quorum is computed of the set of each height.',
    'A change takes effect two heights later, because the header of each block commits to the next set (`next_validators_hash`).',
    'On a real network, operators check that enough of the others sign before a validator leaves.',
  ],
};
