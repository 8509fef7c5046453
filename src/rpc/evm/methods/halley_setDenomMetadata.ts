/** `halley_setDenomMetadata`: ours. */
import { MsgSetDenomMetadata } from '../../../codec/steering/MsgSetDenomMetadata.js';
import { metadata } from '../params/denom.js';
import { evmSetter } from '../setter.js';

export const halley_setDenomMetadata = evmSetter({
  name: 'halley_setDenomMetadata',
  summary: 'Says what a denom is called and with how many decimals it is shown.',
  params: [metadata],
  handler: ({ evm }, said) => evm.steer(MsgSetDenomMetadata, { metadata: said }),
  example: { params: [{ base: 'uatom', symbol: 'ATOM', name: 'Cosmos Hub Atom', decimals: 6 }] },
});
