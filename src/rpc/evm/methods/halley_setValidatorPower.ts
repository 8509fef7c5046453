/** `halley_setValidatorPower`: what a staking transaction would do to the validator set, at once. Ours. */
import { evmMethod } from '../context.js';
import { validator, votingPower } from '../params/validator.js';

export const halley_setValidatorPower = evmMethod({
  name: 'halley_setValidatorPower',
  summary: 'Gives a validator another voting power with a new block; it counts two blocks later.',
  params: [validator, votingPower],
  result: 'null',
  trustedOnly: true,
  handler: async ({ evm }, which, power) => {
    await evm.setValidatorPower(which, power);
    return null;
  },
  example: { params: [1, 20], result: null },
});
