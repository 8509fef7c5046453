/** The voting power of a validator. */
import { validator, whole } from '../document/fields.js';
import { defineVerb, nameOf } from '../verb.js';

export const verb = defineVerb({
  name: 'power',
  summary: 'Sets the voting power of a validator by a transaction of the next block; it applies two heights later.',
  fields: {
    validator: validator('Selects the validator.'),
    power: whole('Sets the power; 0 removes the validator from the set.', 0),
  },
  perform: ({ devnet }, { validator, power }) => devnet.setValidatorPower(validator, power),
  describe: ({ validator, power }) => `power ${nameOf(validator)} ${power}`,
});
