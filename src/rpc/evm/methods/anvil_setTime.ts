/**
 * Implements `anvil_setTime` (Anvil): sets the clock, which then continues. It shares only the name `evm_setTime` with
 * ganache, whose unit is milliseconds.
 */
import { evmMethod } from '../context.js';
import { timestamp } from '../params/numbers.js';

export const anvil_setTime = evmMethod({
  name: 'anvil_setTime',
  aliases: ['evm_setTime'],
  summary: 'Sets the clock of block times from the next height on; it cannot go back behind the newest block.',
  params: [timestamp],
  result: 'number: seconds by which the clock was set forward',
  trustedOnly: true,
  handler: async ({ evm }, at) => Number(await evm.setTime(at)),
  example: { params: [4102444800], result: 2366755200 },
});
