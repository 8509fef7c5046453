/** Implements `evm_setBlockGasLimit`. The limit applies from the next block on. */
import { MsgSetBlockGasLimit } from '../../../codec/dev/blocks.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { gas } from '../params/numbers.js';

export const evm_setBlockGasLimit = defineDevSetter({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Sets the gas limit of new blocks.',
  kind: 'change',
  params: [gas],
  handler: ({ evm }, gasLimit) => evm.sendDevTx(MsgSetBlockGasLimit, { gasLimit }),
  example: { params: ['0x1c9c380'] },
});
