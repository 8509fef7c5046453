/**
 * Implements `hardhat_mine` (Hardhat). The time of the first block follows the clock; each later block is one interval
 * after the previous one.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { blockCount, blockInterval } from '../params/mining.js';

export const hardhat_mine = defineDevSetter({
  name: 'hardhat_mine',
  summary: 'Mines a number of blocks at an interval in seconds; the first has the pending transactions.',
  params: [blockCount, blockInterval],
  handler: ({ evm }, blocks, interval = 1n) => evm.mineBlocks({ blocks, interval }),
  example: { params: ['0x3', '0x3c'] },
});
