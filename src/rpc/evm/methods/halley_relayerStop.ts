/** Implements `halley_relayerStop`, a method of Halley only. */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerStop = defineDevSetter({
  name: 'halley_relayerStop',
  summary: 'Stops the relayer; until it is started again, only halley_relayerStep relays.',
  params: [],
  handler: ({ evm }) => evm.relayer().stop(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
