/** `hardhat_setNextBlockBaseFeePerGas`: of one block; later ones follow from it. */
import { MsgSetNextBlockBaseFeePerGas } from '../../../codec/steering/MsgSetNextBlockBaseFeePerGas.js';
import { evmMethod } from '../context.js';
import { amount } from '../params/values.js';

export const hardhat_setNextBlockBaseFeePerGas = evmMethod({
  name: 'hardhat_setNextBlockBaseFeePerGas',
  aliases: ['anvil_setNextBlockBaseFeePerGas'],
  summary: 'Gives the next block another base fee, in wei.',
  params: [amount],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, baseFee) => {
    await evm.steer(MsgSetNextBlockBaseFeePerGas, { baseFee });
    return true;
  },
  example: { params: ['0x3b9aca00'], result: true },
});
