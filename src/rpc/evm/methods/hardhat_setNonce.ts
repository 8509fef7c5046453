/** `hardhat_setNonce`. A nonce never goes back. */
import { MsgSetNonce } from '../../../codec/steering/MsgSetNonce.js';
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address, count } from '../params/values.js';

export const hardhat_setNonce = evmMethod({
  name: 'hardhat_setNonce',
  aliases: ['anvil_setNonce', 'evm_setAccountNonce'],
  summary: 'Gives an account a higher nonce.',
  params: [address, count],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, account, nonce) => {
    await evm.steer(MsgSetNonce, { address: account, nonce });
    return true;
  },
  example: { params: [BOB, '0x20'], result: true },
});
