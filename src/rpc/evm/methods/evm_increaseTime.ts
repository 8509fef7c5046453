/** `evm_increaseTime`: later blocks come so much later (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { seconds } from '../params/seconds.js';

export const evm_increaseTime = evmMethod({
  name: 'evm_increaseTime',
  aliases: ['anvil_increaseTime'],
  summary: 'Sets the clock of blocks forward, from the next height on.',
  params: [seconds],
  result: 'text: seconds that the chain is ahead of its clock, in decimal digits',
  trustedOnly: true,
  handler: async ({ evm }, by) => (await evm.increaseTime(by)).toString(),
  example: { params: [3600], result: '3605' },
});
