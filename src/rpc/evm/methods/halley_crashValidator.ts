/** Implements `halley_crashValidator`, a method of Halley only. The validator is down until it restarts. */

import { defineDevSetter } from '../define_dev_setter.js';
import { validatorIndex } from '../params/network.js';

export const halley_crashValidator = defineDevSetter({
  name: 'halley_crashValidator',
  summary: 'Stops a validator, which loses what it has not persisted.',
  params: [validatorIndex],
  handler: ({ evm }, index) => evm.networkControl.crashValidator(index),
  example: { params: [3] },
});
