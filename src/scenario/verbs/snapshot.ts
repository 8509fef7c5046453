/** Takes a snapshot of the chain. */
import { text } from '../document/fields.js';
import { defineVerb, ownOf, remember } from '../verb.js';

export const verb = defineVerb({
  name: 'snapshot',
  summary: 'Takes a snapshot of the chain under a name.',
  isOfEvm: true,
  fields: { name: text('Names the snapshot.') },
  gives: ({ name }) => [{ kind: 'snapshot', name }],
  async perform(stage, { name }) {
    remember(stage, 'snapshot', name, await ownOf(stage).snapshot());
  },
  describe: ({ name }) => `snapshot "${name}"`,
});
