/** `evm_setNextBlockTimestamp`: the time of the next block (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { timestamp } from '../params/whole.js';

export const evm_setNextBlockTimestamp = evmMethod({
  name: 'evm_setNextBlockTimestamp',
  aliases: [{ name: 'anvil_setNextBlockTimestamp', answer: () => null }],
  summary: 'Gives the next block a time; later ones go on from there.',
  params: [timestamp],
  result: "text: the time, in decimal digits; null under Anvil's name",
  trustedOnly: true,
  handler: async ({ evm }, at) => {
    await evm.setNextTime(at);
    return at.toString();
  },
  example: { params: [4102444800], result: '4102444800' },
});
