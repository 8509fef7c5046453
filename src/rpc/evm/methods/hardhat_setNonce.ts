/** `hardhat_setNonce`. A nonce never goes back. */
import { MsgSetNonce } from '../../../codec/dev/MsgSetNonce.js';
import { BOB } from '../../examples.js';
import { evmSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';
import { nonce } from '../params/whole.js';

export const hardhat_setNonce = evmSetter({
  name: 'hardhat_setNonce',
  aliases: ['anvil_setNonce', 'evm_setAccountNonce'],
  summary: 'Gives an account a higher nonce.',
  params: [address, nonce],
  handler: ({ evm }, account, nonce) => evm.steer(MsgSetNonce, { address: account, nonce }),
  example: { params: [BOB, '0x20'] },
});
