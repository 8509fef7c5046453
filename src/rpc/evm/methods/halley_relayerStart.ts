/**
 * Implements `halley_relayerStart`, a method of Halley only. The relayer continues handshakes, packets,
 * acknowledgements and timeouts between the chains.
 */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerStart = defineDevSetter({
  name: 'halley_relayerStart',
  summary: 'Starts the relayer, which then continues all unfinished tasks and retries those that failed.',
  params: [],
  handler: ({ evm }) => evm.relayer().start(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
