/**
 * `anvil_mine`: every block, the first too, comes an interval later than it would have (Anvil). Without one, or with 0,
 * which clients send for none, blocks come by the clock.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { blockCount, blockInterval } from '../params/mining.js';

export const anvil_mine = defineDevSetter({
  name: 'anvil_mine',
  summary: 'Makes so many blocks, each so many seconds later than it would have come.',
  params: [blockCount, blockInterval],
  handler: ({ evm }, blocks, interval = 0n) =>
    evm.mineBlocks(interval === 0n ? { blocks } : { blocks, interval, delay: interval }),
  example: { params: ['0x3', '0x3c'] },
});
