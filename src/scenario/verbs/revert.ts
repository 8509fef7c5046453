/** Reverts the chain to a snapshot. */
import { text } from '../document/fields.js';
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'revert',
  summary: 'Reverts the chain to a snapshot of the timeline.',
  fields: { name: text('Names the snapshot.') },
  perform: ({ devnet, ids }, { name }) => devnet.revert(ids.get(`snapshot ${name}`) ?? -1),
  describe: ({ name }) => `revert to "${name}"`,
});
