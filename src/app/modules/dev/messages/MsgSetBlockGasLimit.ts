/**
 * `halley.dev.v1.MsgSetBlockGasLimit` sets the application's limit from the next block on. The consensus parameter does
 * not change, and neither does the next block's base fee, which follows from its parent's limit (EIP-1559).
 */
import { MsgSetBlockGasLimit as request } from '../../../../codec/dev/MsgSetBlockGasLimit.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { writeChainParams } from '../../../sdk/chain_params.js';
import { readNextHeader, writeNextHeader } from '../../../sdk/next_header.js';
import { event } from '../../../types/events.js';
import { hasBaseFee, nextBaseFeeOf } from '../../feemarket/base_fee.js';
import { readFeeMarketParams } from '../../feemarket/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

/** Is the highest value that `block.max_gas` can have. */
const MAX_GAS_LIMIT = (1n << 63n) - 1n;

export const MsgSetBlockGasLimit = defineDevMessage(request, ({ gasLimit }, { state, params, emit }) => {
  if (gasLimit === 0n) throw devFailure('invalid', 'Block gas limit must be greater than 0');
  if (gasLimit > MAX_GAS_LIMIT)
    throw devFailure('invalid', `a block gas limit is ${gasLimit}, expected at most ${MAX_GAS_LIMIT}`);
  const height = readBlockRecord(state).height + 1n;
  if (hasBaseFee(readFeeMarketParams(state), height))
    writeNextHeader(state, { ...readNextHeader(state), baseFee: nextBaseFeeOf(state) });
  writeChainParams(state, { ...params, blockMaxGas: gasLimit });
  emit(event('set_block_gas_limit', { gas_limit: gasLimit.toString() }));
});
