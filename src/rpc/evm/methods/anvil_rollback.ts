/** Implements `anvil_rollback` (Anvil): removes the newest blocks from the chain. */

import { defineDevSetter } from '../define_dev_setter.js';
import { depth } from '../params/numbers.js';

export const anvil_rollback = defineDevSetter({
  name: 'anvil_rollback',
  aliases: ['hardhat_rollback'],
  summary: 'Removes the newest blocks, one by default; pending transactions stay in the mempool.',
  params: [depth],
  handler: ({ evm }, blocks) => evm.rollback(blocks),
  example: { params: [2] },
});
