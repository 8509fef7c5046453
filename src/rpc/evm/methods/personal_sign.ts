/** `personal_sign`: `eth_sign` with its arguments the other way round, as wallets ask for it. */
import { ALICE } from '../../examples.js';
import { optional } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeString } from '../params/go_json.js';
import { address, data } from '../params/values.js';
import { signMessage } from '../sign.js';

/** Keys are not locked, so nobody looks at it. */
const password = optional('password', 'string', (value) => decodeString(value));

export const personal_sign = evmMethod({
  name: 'personal_sign',
  summary: 'Signs a message with an account of the node.',
  params: [data, address, password],
  result: '65-byte signature',
  trustedOnly: true,
  handler: ({ evm }, message, account, _password) => signMessage(evm, account, message),
  example: {
    params: ['0x68656c6c6f', ALICE],
    result:
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
  },
});
