/**
 * Implements `hardhat_setNextBlockBaseFeePerGas`. It sets the base fee of one block; later base fees follow from it.
 */
import { MsgSetNextBlockBaseFeePerGas } from '../../../codec/dev/blocks.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';

export const hardhat_setNextBlockBaseFeePerGas = defineDevSetter({
  name: 'hardhat_setNextBlockBaseFeePerGas',
  aliases: ['anvil_setNextBlockBaseFeePerGas'],
  summary: 'Sets the base fee of the next block, in wei.',
  kind: 'change',
  params: [amount],
  handler: ({ evm }, baseFee) => evm.sendDevTx(MsgSetNextBlockBaseFeePerGas, { baseFee }),
  example: { params: ['0x3b9aca00'] },
});
