/** `hardhat_setNextBlockBaseFeePerGas`: of one block; later ones follow from it. */
import { MsgSetNextBlockBaseFeePerGas } from '../../../codec/dev/MsgSetNextBlockBaseFeePerGas.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/whole.js';

export const hardhat_setNextBlockBaseFeePerGas = defineDevSetter({
  name: 'hardhat_setNextBlockBaseFeePerGas',
  aliases: ['anvil_setNextBlockBaseFeePerGas'],
  summary: 'Gives the next block another base fee, in wei.',
  params: [amount],
  handler: ({ evm }, baseFee) => evm.sendDevTx(MsgSetNextBlockBaseFeePerGas, { baseFee }),
  example: { params: ['0x3b9aca00'] },
});
