/** `halley.dev.v1.MsgSetBlockGasLimit` sets the application's limit. The consensus parameter does not change. */
import { MsgSetBlockGasLimit as request } from '../../../../codec/dev/MsgSetBlockGasLimit.js';
import { writeChainParams } from '../../../sdk/chain_params.js';
import { event } from '../../../types/events.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

/** Is the highest value that `block.max_gas` can have. */
const MAX_GAS_LIMIT = (1n << 63n) - 1n;

export const MsgSetBlockGasLimit = defineDevMessage(request, ({ gasLimit }, { state, params, emit }) => {
  if (gasLimit === 0n) throw devFailure('invalid', 'Block gas limit must be greater than 0');
  if (gasLimit > MAX_GAS_LIMIT)
    throw devFailure('invalid', `a block gas limit is ${gasLimit}, expected at most ${MAX_GAS_LIMIT}`);
  writeChainParams(state, { ...params, blockMaxGas: gasLimit });
  emit(event('set_block_gas_limit', { gas_limit: gasLimit.toString() }));
});
