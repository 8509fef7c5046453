/** Implements `halley_setDenomMetadata`, a method of Halley only. */
import { MsgSetDenomMetadata } from '../../../codec/dev/tokens.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { metadata } from '../params/denom.js';

export const halley_setDenomMetadata = defineDevSetter({
  name: 'halley_setDenomMetadata',
  summary: 'Sets the name of a denom and the number of decimals with which it is shown.',
  kind: 'change',
  params: [metadata],
  handler: ({ evm }, denomMetadata) => evm.sendDevTx(MsgSetDenomMetadata, { metadata: denomMetadata }),
  example: { params: [{ base: 'uatom', symbol: 'ATOM', name: 'Cosmos Hub Atom', decimals: 6 }] },
});
