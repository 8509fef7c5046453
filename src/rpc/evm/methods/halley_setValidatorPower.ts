/** `halley_setValidatorPower`: what a staking transaction would do to the validator set, at once. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { validator, votingPower } from '../params/validator.js';

export const halley_setValidatorPower = defineDevSetter({
  name: 'halley_setValidatorPower',
  summary: 'Gives a validator another voting power with a new block; it counts two blocks later.',
  params: [validator, votingPower],
  handler: ({ evm }, which, power) => evm.setValidatorPower(which, power),
  example: { params: [1, 20] },
});
