/** `halley_setSendEnabled`: ours, where other chains ask governance. */
import { MsgSetSendEnabled } from '../../../codec/dev/MsgSetSendEnabled.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { denom } from '../params/denom.js';
import { flag } from '../params/values.js';

export const halley_setSendEnabled = defineDevSetter({
  name: 'halley_setSendEnabled',
  summary: 'Lets coins of a denom be sent, or not.',
  params: [denom, flag],
  handler: ({ evm }, of, enabled) => evm.sendDevTx(MsgSetSendEnabled, { denom: of, enabled }),
  example: { params: ['uatom', false] },
});
