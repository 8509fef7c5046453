/** Adds a validator with a node of its own. */
import { optional } from '../document/field.js';
import { whole } from '../document/fields.js';
import { defineVerb, ownOf } from '../verb.js';

export const verb = defineVerb({
  name: 'add-validator',
  summary:
    'Adds a validator by a transaction of the next block; it has the next index, and enters the set two heights later.',
  isOfEvm: true,
  fields: { power: optional(whole('Sets its power. The default is 10.', 1)) },
  perform: (stage, { power = 10 }) => ownOf(stage).addValidator({ power }),
  describe: ({ power = 10 }) => `add a validator of power ${power}`,
});
