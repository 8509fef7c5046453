/** Partitions the network into groups. */
import { groups } from '../document/fields.js';
import { defineVerb, named } from '../verb.js';

export const verb = defineVerb({
  name: 'partition',
  summary: 'Partitions the network: validators of different groups cannot communicate.',
  fields: { groups: groups('Lists the groups; a validator in no group is isolated.') },
  perform: ({ devnet }, data) => devnet.network.partition(data.groups),
  describe: (data) => `partition ${data.groups.map(named).join(' | ')}`,
});
