/** `halley.dev.v1.MsgSetStorageAt` sets a slot of an account's storage. */
import { MsgSetStorageAt as request } from '../../../../codec/dev/MsgSetStorageAt.js';
import { to0x } from '../../../../kernel/hex.js';
import { WORD_BYTES } from '../../../state/keys.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { checkAddress, checkLength, defineDevMessage } from '../define_dev_message.js';

export const MsgSetStorageAt = defineDevMessage(request, ({ address, slot, value }, { state, emit }) => {
  checkAddress(address);
  checkLength('a slot', slot, WORD_BYTES);
  checkLength('the value of a slot', value, WORD_BYTES);
  state.setStorage(address, slot, value);
  emit(event('set_storage', { address: checksumAddress(address), slot: to0x(slot), value: to0x(value) }));
});
