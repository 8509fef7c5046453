/**
 * `halley.dev.v1.MsgSetNextBlockBaseFeePerGas` sets the next block's base fee. Later base fees follow from it by the
 * market's rule.
 */
import { MsgSetNextBlockBaseFeePerGas as request } from '../../../../codec/dev/MsgSetNextBlockBaseFeePerGas.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { readNextHeader, writeNextHeader } from '../../../sdk/next_header.js';
import { event } from '../../../types/events.js';
import { hasBaseFee } from '../../feemarket/base_fee.js';
import { readFeeMarketParams } from '../../feemarket/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgSetNextBlockBaseFeePerGas = defineDevMessage(request, ({ baseFee }, { state, emit }) => {
  if (baseFee < 0n || baseFee > MAX_UINT256)
    throw devFailure('invalid', `a base fee is ${baseFee}, expected a whole number below 2^256`);
  if (!hasBaseFee(readFeeMarketParams(state), readBlockRecord(state).height + 1n))
    throw devFailure(
      'refused',
      'the next block has no base fee: see no_base_fee and enable_height in app_state.feemarket.params of the genesis document',
    );
  writeNextHeader(state, { ...readNextHeader(state), baseFee });
  emit(event('set_next_block_base_fee', { base_fee: baseFee.toString() }));
});
