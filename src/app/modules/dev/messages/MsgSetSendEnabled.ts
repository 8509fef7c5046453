/** `halley.dev.v1.MsgSetSendEnabled`: a rule of the denom's own, whatever the bank's parameters say. */
import { MsgSetSendEnabled as request } from '../../../../codec/dev/MsgSetSendEnabled.js';
import { DENOM } from '../../../types/denom.js';
import { event } from '../../../types/events.js';
import { writeSendEnabledOf } from '../../bank/send_enabled.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgSetSendEnabled = defineDevMessage(request, (rule, { state, emit }) => {
  if (!DENOM.test(rule.denom)) throw devFailure('invalid', `"${rule.denom}" is no denom`);
  writeSendEnabledOf(state, rule);
  emit(event('set_send_enabled', { denom: rule.denom, enabled: rule.enabled.toString() }));
});
