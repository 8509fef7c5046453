/** `halley.dev.v1.MsgSetSendEnabled` sets a denom's own rule, which overrides the bank's parameters. */
import { MsgSetSendEnabled as request } from '../../../../codec/dev/MsgSetSendEnabled.js';
import { DENOM } from '../../../types/denom.js';
import { event } from '../../../types/events.js';
import { writeSendEnabledOf } from '../../bank/send_enabled.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgSetSendEnabled = defineDevMessage(request, (rule, { state, emit }) => {
  if (!DENOM.test(rule.denom))
    throw devFailure(
      'invalid',
      `"${rule.denom}" is not a denom: expected a letter, then 2 to 127 letters, digits or / : . _ -`,
    );
  writeSendEnabledOf(state, rule);
  emit(event('set_send_enabled', { denom: rule.denom, enabled: rule.enabled.toString() }));
});
