/** `hardhat_mine`: the first block comes by the clock, each later one an interval after the one before (Hardhat). */

import { defineDevSetter } from '../define_dev_setter.js';
import { blockCount, blockInterval } from '../params/mining.js';

export const hardhat_mine = defineDevSetter({
  name: 'hardhat_mine',
  summary: 'Makes so many blocks, so many seconds apart; the first holds what waits.',
  params: [blockCount, blockInterval],
  handler: ({ evm }, blocks, interval = 1n) => evm.mineBlocks({ blocks, interval }),
  example: { params: ['0x3', '0x3c'] },
});
