/** Implements `anvil_removeBlockTimestampInterval` (Anvil). Block times follow the clock again. */
import { evmMethod } from '../context.js';

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
