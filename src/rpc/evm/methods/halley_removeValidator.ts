/**
 * Implements `halley_removeValidator`, a method of Halley only. The validator loses its power; its node stays, and
 * `halley_setValidatorPower` brings it back.
 */
import { defineDevSetter } from '../define_dev_setter.js';
import { validator } from '../params/validator.js';

export const halley_removeValidator = defineDevSetter({
  name: 'halley_removeValidator',
  summary: 'Makes a block that takes all voting power from a validator; it leaves the set two blocks later.',
  params: [validator],
  handler: ({ evm }, which) => evm.removeValidator(which),
  example: { params: [2] },
});
