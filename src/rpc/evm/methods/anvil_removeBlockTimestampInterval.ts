/** `anvil_removeBlockTimestampInterval`: times of blocks by the clock again (Anvil). */
import { evmMethod } from '../context.js';

export const anvil_removeBlockTimestampInterval = evmMethod({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: ['hardhat_removeBlockTimestampInterval'],
  summary: 'Takes the times of blocks from the clock again.',
  params: [],
  result: 'boolean: whether there was an interval',
  trustedOnly: true,
  handler: ({ evm }) => evm.setTimeInterval(undefined),
  example: { params: [], result: false },
});
