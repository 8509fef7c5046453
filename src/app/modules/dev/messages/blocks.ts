/** Handles the messages of `halley.dev.v1` that change blocks. */
import * as messages from '../../../../codec/dev/blocks.js';
import { to0x } from '../../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { writeChainParams } from '../../../sdk/chain_params.js';
import { readNextHeader, writeNextHeader } from '../../../sdk/next_header.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { hasBaseFee, nextBaseFeeOf } from '../../feemarket/base_fee.js';
import { readFeeMarketParams } from '../../feemarket/store.js';
import { checkAddress, checkLength, defineDevMessage, devFailure } from '../define_dev_message.js';

/** Highest value that `block.max_gas` can have. */
const MAX_GAS_LIMIT = (1n << 63n) - 1n;

/**
 * `halley.dev.v1.MsgSetBlockGasLimit` sets the application's limit from the next block on. The consensus parameter does
 * not change, and neither does the next block's base fee, which follows from its parent's limit (EIP-1559).
 */
export const MsgSetBlockGasLimit = defineDevMessage(
  messages.MsgSetBlockGasLimit,
  ({ gasLimit }, { state, params, emit }) => {
    if (gasLimit === 0n) throw devFailure('invalid', 'Block gas limit must be greater than 0');
    if (gasLimit > MAX_GAS_LIMIT)
      throw devFailure('invalid', `a block gas limit is ${gasLimit}, expected at most ${MAX_GAS_LIMIT}`);
    const height = readBlockRecord(state).height + 1n;
    if (hasBaseFee(readFeeMarketParams(state), height))
      writeNextHeader(state, { ...readNextHeader(state), baseFee: nextBaseFeeOf(state) });
    writeChainParams(state, { ...params, blockMaxGas: gasLimit });
    emit(event('set_block_gas_limit', { gas_limit: gasLimit.toString() }));
  },
);

/** Greatest safe integer, because JavaScript tools read the id as a number. */
const MAX_CHAIN_ID = 2n ** 53n - 1n;

/**
 * `halley.dev.v1.MsgSetChainId` sets the EVM chain id. From then on, pending transactions signed for the old number are
 * refused.
 */
export const MsgSetChainId = defineDevMessage(messages.MsgSetChainId, ({ evmChainId }, { state, params, emit }) => {
  if (evmChainId === 0n || evmChainId > MAX_CHAIN_ID)
    throw devFailure('invalid', `a chain id is ${evmChainId}, expected a whole number from 1 to ${MAX_CHAIN_ID}`);
  writeChainParams(state, { ...params, evmChainId });
  emit(event('set_chain_id', { chain_id: evmChainId.toString() }));
});

/** `halley.dev.v1.MsgSetCoinbase` sets COINBASE and `miner`. The proposer and the receiver of fees do not change. */
export const MsgSetCoinbase = defineDevMessage(messages.MsgSetCoinbase, ({ coinbase }, { state, emit }) => {
  checkAddress(coinbase);
  writeNextHeader(state, { ...readNextHeader(state), coinbase });
  emit(event('set_coinbase', { coinbase: checksumAddress(coinbase) }));
});

/**
 * `halley.dev.v1.MsgSetNextBlockBaseFeePerGas` sets the next block's base fee. Later base fees follow from it by the
 * market's rule.
 */
export const MsgSetNextBlockBaseFeePerGas = defineDevMessage(
  messages.MsgSetNextBlockBaseFeePerGas,
  ({ baseFee }, { state, emit }) => {
    if (baseFee < 0n || baseFee > MAX_UINT256)
      throw devFailure('invalid', `a base fee is ${baseFee}, expected a whole number below 2^256`);
    if (!hasBaseFee(readFeeMarketParams(state), readBlockRecord(state).height + 1n))
      throw devFailure(
        'refused',
        'the next block has no base fee: see no_base_fee and enable_height in app_state.feemarket.params of the genesis document',
      );
    writeNextHeader(state, { ...readNextHeader(state), baseFee });
    emit(event('set_next_block_base_fee', { base_fee: baseFee.toString() }));
  },
);

const HASH_BYTES = 32;

/** `halley.dev.v1.MsgSetPrevRandao` sets PREVRANDAO of the next block. */
export const MsgSetPrevRandao = defineDevMessage(messages.MsgSetPrevRandao, ({ prevRandao }, { state, emit }) => {
  checkLength('PREVRANDAO', prevRandao, HASH_BYTES);
  writeNextHeader(state, { ...readNextHeader(state), prevRandao });
  emit(event('set_prev_randao', { prev_randao: to0x(prevRandao) }));
});
