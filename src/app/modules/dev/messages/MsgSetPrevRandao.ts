/** `halley.dev.v1.MsgSetPrevRandao` sets PREVRANDAO of the next block. */
import { MsgSetPrevRandao as request } from '../../../../codec/dev/MsgSetPrevRandao.js';
import { to0x } from '../../../../kernel/hex.js';
import { readNextHeader, writeNextHeader } from '../../../sdk/next_header.js';
import { event } from '../../../types/events.js';
import { checkLength, defineDevMessage } from '../define_dev_message.js';

const HASH_BYTES = 32;

export const MsgSetPrevRandao = defineDevMessage(request, ({ prevRandao }, { state, emit }) => {
  checkLength('PREVRANDAO', prevRandao, HASH_BYTES);
  writeNextHeader(state, { ...readNextHeader(state), prevRandao });
  emit(event('set_prev_randao', { prev_randao: to0x(prevRandao) }));
});
