/** `evm_setBlockGasLimit`: from the next block on. */
import { MsgSetBlockGasLimit } from '../../../codec/dev/MsgSetBlockGasLimit.js';
import { evmSetter } from '../define_dev_setter.js';
import { gas } from '../params/whole.js';

export const evm_setBlockGasLimit = evmSetter({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Gives the blocks to come another gas limit.',
  params: [gas],
  handler: ({ evm }, gasLimit) => evm.steer(MsgSetBlockGasLimit, { gasLimit }),
  example: { params: ['0x1c9c380'] },
});
