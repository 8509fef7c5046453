/**
 * Implements `anvil_mine` (Anvil). Every block, including the first, has a time one interval later than it would have
 * without. Without an interval, or with 0, which clients send for none, block times follow the clock.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { blockCount, blockInterval } from '../params/mining.js';

export const anvil_mine = defineDevSetter({
  name: 'anvil_mine',
  summary: 'Mines a number of blocks, with an interval in seconds before each.',
  params: [blockCount, blockInterval],
  handler: ({ evm }, blocks, interval = 0n) =>
    evm.mineBlocks(interval === 0n ? { blocks } : { blocks, interval, delay: interval }),
  example: { params: ['0x3', '0x3c'] },
});
