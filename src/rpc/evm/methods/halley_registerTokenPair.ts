/**
 * Implements `halley_registerTokenPair`, a method of Halley only. Other chains get token pairs from their genesis or
 * from IBC.
 */
import { MsgRegisterTokenPair } from '../../../codec/dev/tokens.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { contract, denom } from '../params/denom.js';

export const halley_registerTokenPair = defineDevSetter({
  name: 'halley_registerTokenPair',
  summary: 'Registers an address as the ERC-20 contract of a coin; an ibc/ denom has a derived address.',
  kind: 'change',
  params: [denom, contract],
  handler: ({ evm }, of, at) => evm.sendDevTx(MsgRegisterTokenPair, { denom: of, contract: at ?? EMPTY_BYTES }),
  example: { params: ['uatom', '0x00000000000000000000000000000000000000c0'] },
});
