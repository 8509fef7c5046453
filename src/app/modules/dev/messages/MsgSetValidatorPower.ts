/** `halley.dev.v1.MsgSetValidatorPower` changes the validator set as a staking transaction would, in one step. */
import { MsgSetValidatorPower as request } from '../../../../codec/dev/MsgSetValidatorPower.js';
import { checkAddress, defineDevMessage } from '../define_dev_message.js';
import { setValidatorPower } from '../validator_power.js';

export const MsgSetValidatorPower = defineDevMessage(request, ({ address, power }, { state, emit }) => {
  checkAddress(address);
  emit(...setValidatorPower(state, { address, power }));
});
