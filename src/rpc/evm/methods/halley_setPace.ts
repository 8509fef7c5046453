/** `halley_setPace`: when blocks are made from now on, also in the middle of one. Ours. */

import { evmSetter } from '../define_dev_setter.js';
import { pace, paceParameters } from '../params/pace.js';

export const halley_setPace = evmSetter({
  name: 'halley_setPace',
  summary: 'Says when blocks are made: automine, interval, mixed, manual, realtime, step.',
  params: [pace, paceParameters],
  handler: ({ evm }, name, parameters) => evm.setPace(name, parameters),
  example: { params: ['realtime', { factor: 2 }] },
});
