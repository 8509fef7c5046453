/** Implements `hardhat_reset` (Hardhat, Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { forking } from '../params/forking.js';

export const hardhat_reset = defineDevSetter({
  name: 'hardhat_reset',
  aliases: ['anvil_reset'],
  summary: 'Resets the chain to its first block: state, blocks, mempool, clock, filters, mining mode.',
  params: [forking],
  handler: ({ evm }, _none) => evm.reset(),
  example: { params: [] },
});
