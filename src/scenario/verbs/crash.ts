/** Stops validators; each loses what it had not persisted. */
import { validators } from '../document/fields.js';
import { defineVerb, named } from '../verb.js';

export const verb = defineVerb({
  name: 'crash',
  summary: 'Stops validators. Each loses what it had not persisted.',
  fields: { validators: validators('Selects the validators.') },
  gives: (data) => data.validators.map((index) => ({ kind: 'crash', name: `${index}` })),
  async perform({ devnet }, data) {
    for (const index of data.validators) await devnet.network.crashValidator(index);
  },
  describe: (data) => `crash ${named(data.validators)}`,
});
