/**
 * Implements `halley_setPace`, a method of Halley only. The mining mode changes at once, even in the middle of a block.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { miningModeParameters, pace } from '../params/pace.js';

export const halley_setPace = defineDevSetter({
  name: 'halley_setPace',
  summary: 'Sets the mining mode: automine, interval, mixed, manual, realtime or step.',
  params: [pace, miningModeParameters],
  handler: ({ evm }, name, parameters) => evm.setMiningMode(name, parameters),
  example: { params: ['realtime', { factor: 2 }] },
});
