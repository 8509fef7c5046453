/** `halley_relayerStop`: nothing is relayed any more, but by `halley_relayerStep`. Ours. */
import { defineDevSetter } from '../define_dev_setter.js';

export const halley_relayerStop = defineDevSetter({
  name: 'halley_relayerStop',
  summary: 'Stops the relayer: nothing is relayed until it is started again, but by single steps.',
  params: [],
  handler: ({ evm }) => evm.relayer().stop(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
