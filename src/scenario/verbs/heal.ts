/** Ends every partition, and restores every link. */
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'heal',
  summary: 'Ends every partition, and restores every link.',
  fields: {},
  perform: ({ devnet }) => devnet.network.heal(),
  describe: () => 'heal',
});
