/** Ends a fault that the timeline has started under a name. */
import { text } from '../document/fields.js';
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'end',
  summary: 'Ends a fault that the timeline has started under a name.',
  fields: { name: text('Names the fault.') },
  perform: ({ devnet, ids }, { name }) => devnet.network.removeFault(ids.get(`fault ${name}`) ?? -1),
  describe: ({ name }) => `end "${name}"`,
});
