/** Implements `halley_restartValidator`, a method of Halley only. The validator receives the blocks that it missed. */

import { defineDevSetter } from '../define_dev_setter.js';
import { validatorIndex } from '../params/network.js';

export const halley_restartValidator = defineDevSetter({
  name: 'halley_restartValidator',
  summary: 'Restarts a validator that has crashed, with what it had persisted.',
  params: [validatorIndex],
  handler: ({ evm }, index) => evm.networkControl.restartValidator(index),
  example: { first: [['halley_crashValidator', 3]], params: [3] },
});
