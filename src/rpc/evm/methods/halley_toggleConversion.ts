/** `halley_toggleConversion`: ours, where other chains ask governance. */
import { MsgToggleConversion } from '../../../codec/steering/MsgToggleConversion.js';
import { token } from '../params/denom.js';
import { evmSetter } from '../setter.js';

export const halley_toggleConversion = evmSetter({
  name: 'halley_toggleConversion',
  summary: 'Forbids the conversion of a token pair, or allows it again.',
  params: [token],
  handler: ({ evm }, which) => evm.steer(MsgToggleConversion, { token: which }),
  example: {
    first: [['halley_registerTokenPair', 'uatom', '0x00000000000000000000000000000000000000c0']],
    params: ['uatom'],
  },
});
