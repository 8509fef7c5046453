/** Implements `halley_setSendEnabled`, a method of Halley only. Other chains change this setting by governance. */
import { MsgSetSendEnabled } from '../../../codec/dev/tokens.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { denom } from '../params/denom.js';
import { flag } from '../params/values.js';

export const halley_setSendEnabled = defineDevSetter({
  name: 'halley_setSendEnabled',
  summary: 'Sets whether coins of a denom may be sent.',
  kind: 'change',
  params: [denom, flag],
  handler: ({ evm }, of, enabled) => evm.sendDevTx(MsgSetSendEnabled, { denom: of, enabled }),
  example: { params: ['uatom', false] },
});
