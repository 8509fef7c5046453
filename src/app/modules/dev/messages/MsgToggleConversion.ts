/**
 * `halley.dev.v1.MsgToggleConversion` does what governance does on another chain
 * (`cosmos.evm.erc20.v1.MsgToggleConversion`).
 */
import { MsgToggleConversion as request } from '../../../../codec/dev/MsgToggleConversion.js';
import { event } from '../../../types/events.js';
import { pairOf, writePair } from '../../erc20/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgToggleConversion = defineDevMessage(request, ({ token }, { state, emit }) => {
  const pair = pairOf(state, token);
  if (pair === undefined) throw devFailure('notFound', `"${token}" has no token pair`);
  writePair(state, { ...pair, enabled: !pair.enabled });
  emit(event('toggle_token_conversion', { cosmos_coin: pair.denom, erc20_token: pair.erc20Address }));
});
