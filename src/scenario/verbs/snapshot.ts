/** Takes a snapshot of the chain. */
import { text } from '../document/fields.js';
import { defineVerb, remember } from '../verb.js';

export const verb = defineVerb({
  name: 'snapshot',
  summary: 'Takes a snapshot of the chain under a name.',
  fields: { name: text('Names the snapshot.') },
  gives: ({ name }) => [{ kind: 'snapshot', name }],
  async perform(stage, { name }) {
    remember(stage, 'snapshot', name, await stage.devnet.snapshot());
  },
  describe: ({ name }) => `snapshot "${name}"`,
});
