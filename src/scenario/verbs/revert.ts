/** Reverts the chain to a snapshot. */
import { text } from '../document/fields.js';
import { defineVerb, idOf } from '../verb.js';

export const verb = defineVerb({
  name: 'revert',
  summary: 'Reverts the chain to a snapshot of the timeline.',
  fields: { name: text('Names the snapshot.') },
  perform: async (stage, { name }) => stage.devnet.revert(idOf(stage, 'snapshot', name)),
  describe: ({ name }) => `revert to "${name}"`,
});
