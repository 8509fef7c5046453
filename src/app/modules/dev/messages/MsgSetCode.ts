/** `halley.dev.v1.MsgSetCode` sets an account's code, of any size. No constructor runs, and storage does not change. */
import { MsgSetCode as request } from '../../../../codec/dev/MsgSetCode.js';
import { to0x } from '../../../../kernel/hex.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { accountAt, defineDevMessage } from '../define_dev_message.js';

export const MsgSetCode = defineDevMessage(request, ({ address, code }, { state, emit }) => {
  const account = accountAt(state, address);
  const codeHash = state.setCode(code);
  state.setAccount(address, { ...account, codeHash });
  emit(event('set_code', { address: checksumAddress(address), code_hash: to0x(codeHash) }));
});
