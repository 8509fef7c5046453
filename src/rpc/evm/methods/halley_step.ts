/** `halley_step`: lets the network take steps, in a pace that does not go on by itself. Ours. */
import { evmMethod } from '../context.js';
import { stepUnit } from '../params/mining_mode.js';
import { count } from '../params/whole.js';
import { quantity } from '../quantity.js';

export const halley_step = evmMethod({
  name: 'halley_step',
  summary: 'In step or manual pace, goes on by events, steps, rounds or heights; says what was reached.',
  params: [stepUnit, count],
  result: 'object: height and round (quantities), step (name), count of those that happened (quantity)',
  trustedOnly: true,
  handler: async ({ evm }, unit, wanted) => {
    const { height, round, step, count: done } = await evm.step(unit, wanted);
    return { height: quantity(height), round: quantity(round), step, count: quantity(done) };
  },
  example: { params: ['height', 2], result: { height: '0x9', round: '0x0', step: 'NewHeight', count: '0x2' } },
});
