/** `halley_relayerDrop`: packets and acknowledgements that are lost on their way. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { dropRule } from '../params/relaying.js';

export const halley_relayerDrop = defineDevSetter({
  name: 'halley_relayerDrop',
  summary: 'Has the relayer lose the next packets or acknowledgements that a rule means.',
  params: [dropRule],
  handler: ({ evm }, rule) => evm.relayer().drop(rule),
  example: {
    params: [{ kind: 'packet', channel: 'channel-0', count: 2 }],
    alone: 'this devnet has no relayer: it holds one chain alone',
  },
});
