/** Takes a snapshot of the chain. */
import { text } from '../document/fields.js';
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'snapshot',
  summary: 'Takes a snapshot of the chain under a name.',
  fields: { name: text('Names the snapshot.') },
  async perform({ devnet, ids }, { name }) {
    ids.set(`snapshot ${name}`, await devnet.snapshot());
  },
  describe: ({ name }) => `snapshot "${name}"`,
});
