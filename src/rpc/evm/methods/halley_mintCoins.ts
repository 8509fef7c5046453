/** Implements `halley_mintCoins`, a method of Halley only, for any denom of the bank. */
import { MsgMintCoins } from '../../../codec/dev/tokens.js';
import { ALICE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { denom } from '../params/denom.js';
import { address } from '../params/values.js';
import { amount } from '../params/whole.js';

export const halley_mintCoins = defineDevSetter({
  name: 'halley_mintCoins',
  summary: 'Mints coins of a denom for an account, in the smallest unit.',
  kind: 'change',
  params: [address, denom, amount],
  handler: ({ evm }, account, of, more) => evm.sendDevTx(MsgMintCoins, { address: account, denom: of, amount: more }),
  example: { params: [ALICE, 'uatom', '1000000'] },
});
