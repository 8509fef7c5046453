/** Implements `halley_removeFault`, a method of Halley only. The ids are those of `halley_faults`. */

import { defineDevSetter } from '../define_dev_setter.js';
import { faultId } from '../params/network.js';

export const halley_removeFault = defineDevSetter({
  name: 'halley_removeFault',
  summary: 'Ends a fault of the network by its id.',
  params: [faultId],
  handler: ({ evm }, id) => evm.networkControl.removeFault(id),
  example: { first: [['halley_addFault', { type: 'loss', percent: 10 }]], params: ['0x1'] },
});
