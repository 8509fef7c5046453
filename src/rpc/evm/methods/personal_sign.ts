/** Implements `personal_sign`: `eth_sign` with its first two arguments swapped, as wallets call it. */
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { optionalPassword } from '../params/account.js';
import { address, data } from '../params/values.js';
import { signerWith } from '../signing/password_signer.js';
import { signMessage } from '../signing/sign.js';

export const personal_sign = evmMethod({
  name: 'personal_sign',
  summary: 'Signs a message with an account of the node; a locked account needs its password.',
  params: [data, address, optionalPassword],
  result: '65-byte signature',
  trustedOnly: true,
  handler: async ({ evm }, message, account, secret) => signMessage(await signerWith(evm, account, secret), message),
  example: {
    params: ['0x68656c6c6f', ALICE],
    result:
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
  },
});
