/** `halley_setMiningMode`: when blocks are made from now on, also in the middle of one. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { miningMode, miningModeParameters } from '../params/mining_mode.js';

export const halley_setMiningMode = defineDevSetter({
  name: 'halley_setMiningMode',
  aliases: ['halley_setPace'],
  summary: 'Says when blocks are made: automine, interval, mixed, manual, realtime, step.',
  params: [miningMode, miningModeParameters],
  handler: ({ evm }, name, parameters) => evm.setMiningMode(name, parameters),
  example: { params: ['realtime', { factor: 2 }] },
});
