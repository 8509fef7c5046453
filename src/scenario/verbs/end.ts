/** Ends a fault that the timeline has begun under a name. */
import { text } from '../document/fields.js';
import { defineVerb, idOf } from '../verb.js';

export const verb = defineVerb({
  name: 'end',
  summary: 'Ends a fault that the timeline has begun under a name.',
  fields: { name: text('Names the fault.') },
  needs: ({ name }) => [{ kind: 'fault', name, member: 'name' }],
  perform: async (stage, { name }) => stage.devnet.network.removeFault(idOf(stage, 'fault', name)),
  describe: ({ name }) => `end "${name}"`,
});
