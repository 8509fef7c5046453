/** `halley_setSendEnabled`: ours, where other chains ask governance. */
import { MsgSetSendEnabled } from '../../../codec/steering/MsgSetSendEnabled.js';
import { denom } from '../params/denom.js';
import { flag } from '../params/values.js';
import { evmSetter } from '../setter.js';

export const halley_setSendEnabled = evmSetter({
  name: 'halley_setSendEnabled',
  summary: 'Lets coins of a denom be sent, or not.',
  params: [denom, flag],
  handler: ({ evm }, of, enabled) => evm.steer(MsgSetSendEnabled, { denom: of, enabled }),
  example: { params: ['uatom', false] },
});
