/** `evm_setBlockGasLimit`: from the next block on. */
import { MsgSetBlockGasLimit } from '../../../codec/steering/MsgSetBlockGasLimit.js';
import { evmMethod } from '../context.js';
import { count } from '../params/values.js';

export const evm_setBlockGasLimit = evmMethod({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Gives the blocks to come another gas limit.',
  params: [count],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, gasLimit) => {
    await evm.steer(MsgSetBlockGasLimit, { gasLimit });
    return true;
  },
  example: { params: ['0x1c9c380'], result: true },
});
