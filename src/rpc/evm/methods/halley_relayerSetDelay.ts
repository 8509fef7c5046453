/** Implements `halley_relayerSetDelay`, a method of Halley only. It simulates slow packets. */

import { defineDevSetter } from '../define_dev_setter.js';
import { delay } from '../params/relaying.js';

export const halley_relayerSetDelay = defineDevSetter({
  name: 'halley_relayerSetDelay',
  summary: 'Makes the relayer wait until a number of blocks follow the block of what it relays.',
  params: [delay],
  handler: ({ evm }, blocks) => evm.relayer().setDelay(blocks),
  example: { params: [2], alone: 'this devnet has no relayer: it holds one chain alone' },
});
