/** `evm_setAutomine`: whether a block follows at once (Hardhat, Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { flag } from '../params/values.js';

export const evm_setAutomine = defineDevSetter({
  name: 'evm_setAutomine',
  aliases: ['anvil_setAutomine'],
  summary: 'Switches on or off that a block follows each transaction at once.',
  params: [flag],
  handler: ({ evm, compat }, on) => evm.setAutomine(on, compat.exclusiveModes),
  example: { params: [false] },
});
