/** `anvil_rollback`: the newest blocks never were (Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { depth } from '../params/whole.js';

export const anvil_rollback = defineDevSetter({
  name: 'anvil_rollback',
  aliases: ['hardhat_rollback'],
  summary: 'Takes the newest blocks back, one without a number; what waits stays in the mempool.',
  params: [depth],
  handler: ({ evm }, blocks) => evm.rollback(blocks),
  example: { params: [2] },
});
