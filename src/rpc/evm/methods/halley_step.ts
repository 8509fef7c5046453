/**
 * Implements `halley_step`, a method of Halley only. It advances the network in a mining mode that does not advance by
 * itself.
 */
import { evmMethod } from '../context.js';
import { stepUnit } from '../params/mining.js';
import { count } from '../params/numbers.js';
import { quantity } from '../quantity.js';

export const halley_step = evmMethod({
  name: 'halley_step',
  summary: 'Advances the network by events, steps, rounds or heights, in mining mode step or manual.',
  params: [stepUnit, count],
  result: 'object: height and round (quantities), step (name), count of completed units (quantity)',
  trustedOnly: true,
  handler: async ({ evm }, unit, wanted) => {
    const { height, round, step, count: done } = await evm.step(unit, wanted);
    return { height: quantity(height), round: quantity(round), step, count: quantity(done) };
  },
  example: { params: ['height', 2], result: { height: '0x9', round: '0x0', step: 'NewHeight', count: '0x2' } },
});
