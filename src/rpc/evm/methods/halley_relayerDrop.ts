/**
 * Implements `halley_relayerDrop`, a method of Halley only. It simulates packets and acknowledgements that are lost.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { dropRule } from '../params/relaying.js';

export const halley_relayerDrop = defineDevSetter({
  name: 'halley_relayerDrop',
  summary: 'Makes the relayer drop the next packets or acknowledgements that match a rule.',
  params: [dropRule],
  handler: ({ evm }, rule) => evm.relayer().drop(rule),
  example: {
    params: [{ kind: 'packet', channel: 'channel-0', count: 2 }],
    alone: 'this devnet has no relayer: it holds one chain alone',
  },
});
