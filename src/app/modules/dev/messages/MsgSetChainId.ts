/**
 * `halley.dev.v1.MsgSetChainId` sets the EVM chain id. From then on, pending transactions signed for the old number are
 * refused.
 */
import { MsgSetChainId as request } from '../../../../codec/dev/MsgSetChainId.js';
import { writeChainParams } from '../../../sdk/chain_params.js';
import { event } from '../../../types/events.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

/** Limits the id to safe integers, because JavaScript tools read it as a number. */
const MAX_CHAIN_ID = 2n ** 53n - 1n;

export const MsgSetChainId = defineDevMessage(request, ({ evmChainId }, { state, params, emit }) => {
  if (evmChainId === 0n || evmChainId > MAX_CHAIN_ID)
    throw devFailure('invalid', `a chain id is ${evmChainId}, expected a whole number from 1 to ${MAX_CHAIN_ID}`);
  writeChainParams(state, { ...params, evmChainId });
  emit(event('set_chain_id', { chain_id: evmChainId.toString() }));
});
