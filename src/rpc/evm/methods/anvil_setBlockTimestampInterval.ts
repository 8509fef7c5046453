/** Implements `anvil_setBlockTimestampInterval` (Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { seconds } from '../params/whole.js';

export const anvil_setBlockTimestampInterval = defineDevSetter({
  name: 'anvil_setBlockTimestampInterval',
  summary: 'Fixes the seconds from the time of one block to the time of the next.',
  params: [seconds],
  handler: ({ evm }, apart) => evm.setTimeInterval(apart),
  example: { params: [12] },
});
