/** `anvil_setBlockTimestampInterval`: so many seconds from block to block (Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { seconds } from '../params/whole.js';

export const anvil_setBlockTimestampInterval = defineDevSetter({
  name: 'anvil_setBlockTimestampInterval',
  summary: 'Sets the times of blocks so many seconds apart.',
  params: [seconds],
  handler: ({ evm }, apart) => evm.setTimeInterval(apart),
  example: { params: [12] },
});
