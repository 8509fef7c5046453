/** `evm_increaseTime`: later blocks come so much later (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { seconds } from '../params/whole.js';

export const evm_increaseTime = evmMethod({
  name: 'evm_increaseTime',
  aliases: [{ name: 'anvil_increaseTime', answer: Number }],
  summary: 'Sets the clock of blocks forward, from the next height on.',
  params: [seconds],
  result: "text: seconds that the chain is ahead of its clock, in decimal digits; a number under Anvil's name",
  trustedOnly: true,
  handler: async ({ evm }, by) => (await evm.increaseTime(by)).toString(),
  example: { params: [3600], result: '3605' },
});
