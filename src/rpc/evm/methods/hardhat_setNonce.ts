/** `hardhat_setNonce`. A nonce never goes back. */
import { MsgSetNonce } from '../../../codec/dev/MsgSetNonce.js';
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';
import { nonce } from '../params/whole.js';

export const hardhat_setNonce = defineDevSetter({
  name: 'hardhat_setNonce',
  aliases: ['anvil_setNonce', 'evm_setAccountNonce'],
  summary: 'Gives an account a higher nonce.',
  params: [address, nonce],
  handler: ({ evm }, account, nonce) => evm.sendDevTx(MsgSetNonce, { address: account, nonce }),
  example: { params: [BOB, '0x20'] },
});
