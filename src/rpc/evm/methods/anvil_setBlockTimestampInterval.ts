/** `anvil_setBlockTimestampInterval`: so many seconds from block to block (Anvil). */
import { evmMethod } from '../context.js';
import { seconds } from '../params/seconds.js';

export const anvil_setBlockTimestampInterval = evmMethod({
  name: 'anvil_setBlockTimestampInterval',
  aliases: ['hardhat_setBlockTimestampInterval'],
  summary: 'Sets the times of blocks so many seconds apart.',
  params: [seconds],
  result: 'null',
  trustedOnly: true,
  handler: async ({ evm }, apart) => {
    await evm.setTimeInterval(apart);
    return null;
  },
  example: { params: [12], result: null },
});
