/** `anvil_setTime`: sets the clock, which then goes on (Anvil; of ganache, which counts milliseconds, the name alone). */
import { evmMethod } from '../context.js';
import { timestamp } from '../params/whole.js';

export const anvil_setTime = evmMethod({
  name: 'anvil_setTime',
  aliases: ['evm_setTime'],
  summary: 'Sets the clock of blocks, from the next height on; never back behind the newest block.',
  params: [timestamp],
  result: 'number: seconds that the clock was set forward by',
  trustedOnly: true,
  handler: async ({ evm }, at) => Number(await evm.setTime(at)),
  example: { params: [4102444800], result: 2366755200 },
});
