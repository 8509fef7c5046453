/** Implements `hardhat_setNonce`. A nonce can never decrease. */
import { MsgSetNonce } from '../../../codec/dev/accounts.js';
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { nonce } from '../params/numbers.js';
import { address } from '../params/values.js';

export const hardhat_setNonce = defineDevSetter({
  name: 'hardhat_setNonce',
  aliases: ['anvil_setNonce', 'evm_setAccountNonce'],
  summary: 'Raises the nonce of an account.',
  kind: 'change',
  params: [address, nonce],
  handler: ({ evm }, account, nonce) => evm.sendDevTx(MsgSetNonce, { address: account, nonce }),
  example: { params: [BOB, '0x20'] },
});
