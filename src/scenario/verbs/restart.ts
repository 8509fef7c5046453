/** Restarts validators with what they had persisted. */
import { validators } from '../document/fields.js';
import { defineVerb, named } from '../verb.js';

export const verb = defineVerb({
  name: 'restart',
  summary: 'Restarts validators with what they had persisted.',
  fields: { validators: validators('Selects the validators.') },
  needs: (data) => data.validators.map((index) => ({ kind: 'crash', name: `${index}`, member: 'validators' })),
  async perform({ devnet }, data) {
    for (const index of data.validators) await devnet.network.restartValidator(index);
  },
  describe: (data) => `restart ${named(data.validators)}`,
});
