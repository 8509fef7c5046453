/** `halley_relayerSetDelay`: packets that are slow on their way. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { delay } from '../params/relaying.js';

export const halley_relayerSetDelay = defineDevSetter({
  name: 'halley_relayerSetDelay',
  summary: 'Has the relayer wait until so many blocks stand above what it relays.',
  params: [delay],
  handler: ({ evm }, blocks) => evm.relayer().setDelay(blocks),
  example: { params: [2], alone: 'this devnet has no relayer: it holds one chain alone' },
});
