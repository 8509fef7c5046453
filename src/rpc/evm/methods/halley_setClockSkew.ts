/** Implements `halley_setClockSkew`, a method of Halley only. The validator stamps its votes by its own clock. */

import { defineDevSetter } from '../define_dev_setter.js';
import { skewMs, validatorIndex } from '../params/network.js';

export const halley_setClockSkew = defineDevSetter({
  name: 'halley_setClockSkew',
  summary: 'Sets how far the clock of a validator is ahead of the network; 0 ends it.',
  params: [validatorIndex, skewMs],
  handler: ({ evm }, index, ms) => evm.networkControl.setClockSkew(index, ms),
  example: { params: [2, 500] },
});
