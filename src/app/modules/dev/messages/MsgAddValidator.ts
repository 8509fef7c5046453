/** `halley.dev.v1.MsgAddValidator` registers a validator, as a transaction of its operator would. */
import { MsgAddValidator as request } from '../../../../codec/dev/MsgAddValidator.js';
import { addValidator } from '../add_validator.js';
import { checkLength, defineDevMessage } from '../define_dev_message.js';

const ED25519_BYTES = 32;

export const MsgAddValidator = defineDevMessage(request, ({ pubKey, power, moniker }, { state, block, emit }) => {
  checkLength('an ed25519 key', pubKey, ED25519_BYTES);
  emit(...addValidator(state, { pubKey: { type: 'ed25519', bytes: pubKey }, power, moniker, time: block.time }));
});
