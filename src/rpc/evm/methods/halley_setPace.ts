/** `halley_setPace`: when blocks are made from now on, also in the middle of one. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { miningModeParameters, pace } from '../params/pace.js';

export const halley_setPace = defineDevSetter({
  name: 'halley_setPace',
  summary: 'Says when blocks are made: automine, interval, mixed, manual, realtime, step.',
  params: [pace, miningModeParameters],
  handler: ({ evm }, name, parameters) => evm.setMiningMode(name, parameters),
  example: { params: ['realtime', { factor: 2 }] },
});
