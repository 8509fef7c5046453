/** Implements Anvil's methods that fix the time between blocks. */
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { seconds } from '../params/numbers.js';

export const anvil_setBlockTimestampInterval = defineDevSetter({
  name: 'anvil_setBlockTimestampInterval',
  summary: 'Fixes the seconds from the time of one block to the time of the next.',
  params: [seconds],
  handler: ({ evm }, apart) => evm.setTimeInterval(apart),
  example: { params: [12] },
});

export const anvil_removeBlockTimestampInterval = evmMethod({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: ['hardhat_removeBlockTimestampInterval'],
  summary: 'Removes the fixed interval between block times, so that they follow the clock again.',
  params: [],
  result: 'boolean: whether there was an interval',
  trustedOnly: true,
  handler: ({ evm }) => evm.setTimeInterval(undefined),
  example: { params: [], result: false },
});
