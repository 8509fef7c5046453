/**
 * `halley.dev.v1.MsgSetNonce` sets an account's nonce. A nonce never decreases, because hashes of transactions would
 * repeat.
 */
import { MsgSetNonce as request } from '../../../../codec/dev/MsgSetNonce.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { accountAt, defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgSetNonce = defineDevMessage(request, ({ address, nonce }, { state, emit }) => {
  const account = accountAt(state, address);
  if (nonce < account.nonce)
    throw devFailure('refused', `New nonce (${nonce}) must not be smaller than the existing nonce (${account.nonce})`);
  state.setAccount(address, { ...account, nonce });
  emit(event('set_nonce', { address: checksumAddress(address), nonce: nonce.toString() }));
});
