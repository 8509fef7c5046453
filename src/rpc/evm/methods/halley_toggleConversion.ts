/** Implements `halley_toggleConversion`, a method of Halley only. Other chains change this setting by governance. */
import { MsgToggleConversion } from '../../../codec/dev/tokens.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { token } from '../params/denom.js';

export const halley_toggleConversion = defineDevSetter({
  name: 'halley_toggleConversion',
  summary: 'Disables the conversion of a token pair, or enables it again.',
  kind: 'change',
  params: [token],
  handler: ({ evm }, which) => evm.sendDevTx(MsgToggleConversion, { token: which }),
  example: {
    first: [['halley_registerTokenPair', 'uatom', '0x00000000000000000000000000000000000000c0']],
    params: ['uatom'],
  },
});
