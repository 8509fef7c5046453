/** `halley_setPace`: when blocks are made from now on, also in the middle of one. Ours. */
import { evmMethod } from '../context.js';
import { pace, paceParameters } from '../params/pace.js';

export const halley_setPace = evmMethod({
  name: 'halley_setPace',
  summary: 'Says when blocks are made: automine, interval, manual, realtime, step.',
  params: [pace, paceParameters],
  result: 'null',
  trustedOnly: true,
  handler: async ({ evm }, name, parameters) => {
    await evm.setPace(name, parameters);
    return null;
  },
  example: { params: ['realtime', { factor: 2 }], result: null },
});
