/** `halley_relayerStart`: goes on with handshakes, packets, acknowledgements and timeouts between the chains. Ours. */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerStart = defineDevSetter({
  name: 'halley_relayerStart',
  summary: 'Starts the relayer: it goes on with all that is undone, and with what failed before.',
  params: [],
  handler: ({ evm }) => evm.relayer().start(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
