/** Implements `evm_setNextBlockTimestamp` (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { timestamp } from '../params/numbers.js';

export const evm_setNextBlockTimestamp = evmMethod({
  name: 'evm_setNextBlockTimestamp',
  aliases: [{ name: 'anvil_setNextBlockTimestamp', answer: () => null }],
  summary: 'Sets the time of the next block; the times of later blocks continue from there.',
  params: [timestamp],
  result: "string: the time, in decimal digits; null under Anvil's name",
  trustedOnly: true,
  handler: async ({ evm }, at) => {
    await evm.setNextTime(at);
    return at.toString();
  },
  example: { params: [4102444800], result: '4102444800' },
});
