/** `halley.dev.v1.MsgSetCoinbase` sets COINBASE and `miner`. The proposer and the receiver of fees do not change. */
import { MsgSetCoinbase as request } from '../../../../codec/dev/MsgSetCoinbase.js';
import { readNextHeader, writeNextHeader } from '../../../sdk/next_header.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { checkAddress, defineDevMessage } from '../define_dev_message.js';

export const MsgSetCoinbase = defineDevMessage(request, ({ coinbase }, { state, emit }) => {
  checkAddress(coinbase);
  writeNextHeader(state, { ...readNextHeader(state), coinbase });
  emit(event('set_coinbase', { coinbase: checksumAddress(coinbase) }));
});
