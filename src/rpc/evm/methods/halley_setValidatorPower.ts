/**
 * Implements `halley_setValidatorPower`, a method of Halley only. It changes the validator set at once, as a staking
 * transaction would.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { validator, votingPower } from '../params/validator.js';

export const halley_setValidatorPower = defineDevSetter({
  name: 'halley_setValidatorPower',
  summary: 'Makes a block that sets the voting power of a validator; the change takes effect two blocks later.',
  kind: 'change',
  params: [validator, votingPower],
  handler: ({ evm }, which, power) => evm.setValidatorPower(which, power),
  example: { params: [1, 20] },
});
