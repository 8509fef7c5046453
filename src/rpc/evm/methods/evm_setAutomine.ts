/** Implements `evm_setAutomine` (Hardhat, Anvil): sets whether each transaction is mined immediately. */

import { defineDevSetter } from '../define_dev_setter.js';
import { flag } from '../params/values.js';

export const evm_setAutomine = defineDevSetter({
  name: 'evm_setAutomine',
  aliases: ['anvil_setAutomine'],
  summary: 'Turns automine on or off: with it, each transaction gets a block at once.',
  params: [flag],
  handler: ({ evm, compat }, on) => evm.setAutomine(on, compat),
  example: { params: [false] },
});
