/** `evm_setNextBlockTimestamp`: the time of the next block (ganache, Hardhat, Anvil). */
import { evmMethod } from '../context.js';
import { timestamp } from '../params/seconds.js';

export const evm_setNextBlockTimestamp = evmMethod({
  name: 'evm_setNextBlockTimestamp',
  aliases: ['anvil_setNextBlockTimestamp'],
  summary: 'Gives the next block a time; later ones go on from there.',
  params: [timestamp],
  result: 'text: the time, in decimal digits',
  trustedOnly: true,
  handler: async ({ evm }, at) => {
    await evm.setNextTime(at);
    return at.toString();
  },
  example: { params: [4102444800], result: '4102444800' },
});
