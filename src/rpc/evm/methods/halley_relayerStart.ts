/** `halley_relayerStart`: goes on with handshakes, packets, acknowledgements and timeouts between the chains. Ours. */
import { evmSetter } from '../define_dev_setter.js';

export const halley_relayerStart = evmSetter({
  name: 'halley_relayerStart',
  summary: 'Starts the relayer: it goes on with all that is undone, and with what failed before.',
  params: [],
  handler: ({ evm }) => evm.relayer().start(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
