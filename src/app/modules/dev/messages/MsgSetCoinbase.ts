/** `halley.dev.v1.MsgSetCoinbase`: COINBASE and `miner`; who proposes, and who earns, stays as it is. */
import { MsgSetCoinbase as request } from '../../../../codec/dev/MsgSetCoinbase.js';
import { checksumAddress } from '../../../address.js';
import { event } from '../../../events.js';
import { checkAddress, defineDevMessage } from '../define_dev_message.js';
import { readNextHeader, writeNextHeader } from '../store.js';

export const MsgSetCoinbase = defineDevMessage(request, ({ coinbase }, { state, emit }) => {
  checkAddress(coinbase);
  writeNextHeader(state, { ...readNextHeader(state), coinbase });
  emit(event('set_coinbase', { coinbase: checksumAddress(coinbase) }));
});
