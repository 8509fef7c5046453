/** Handles the messages of `halley.dev.v1` that change validators. */
import * as messages from '../../../../codec/dev/validators.js';
import { addValidator } from '../add_validator.js';
import { checkAddress, checkLength, defineDevMessage } from '../define_dev_message.js';
import { setValidatorPower } from '../validator_power.js';

const ED25519_BYTES = 32;

/** `halley.dev.v1.MsgAddValidator` registers a validator, as a transaction of its operator would. */
export const MsgAddValidator = defineDevMessage(
  messages.MsgAddValidator,
  ({ pubKey, power, moniker }, { state, block, emit }) => {
    checkLength('an ed25519 key', pubKey, ED25519_BYTES);
    emit(...addValidator(state, { pubKey: { type: 'ed25519', bytes: pubKey }, power, moniker, time: block.time }));
  },
);

/** `halley.dev.v1.MsgSetValidatorPower` changes the validator set as a staking transaction would, in one step. */
export const MsgSetValidatorPower = defineDevMessage(
  messages.MsgSetValidatorPower,
  ({ address, power }, { state, emit }) => {
    checkAddress(address);
    emit(...setValidatorPower(state, { address, power }));
  },
);
