/**
 * Implements `halley_setMiningMode`, a method of Halley only. The mining mode changes at once, even in the middle of a
 * block.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { miningMode, miningModeParameters } from '../params/mining.js';

export const halley_setMiningMode = defineDevSetter({
  name: 'halley_setMiningMode',
  summary: 'Sets the mining mode: automine, interval, mixed, manual, realtime or step.',
  params: [miningMode, miningModeParameters],
  handler: ({ evm }, name, parameters) => evm.setMiningMode(name, parameters),
  example: { params: ['realtime', { factor: 2 }] },
});
