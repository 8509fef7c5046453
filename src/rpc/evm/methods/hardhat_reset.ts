/** `hardhat_reset`: as if the chain had just begun (Hardhat, Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { forking } from '../params/forking.js';

export const hardhat_reset = defineDevSetter({
  name: 'hardhat_reset',
  aliases: ['anvil_reset'],
  summary: 'Goes back to the first block: state, blocks, mempool, clock, filters, pace.',
  params: [forking],
  handler: ({ evm }, _none) => evm.reset(),
  example: { params: [] },
});
