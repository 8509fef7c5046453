/** Implements `personal_ecRecover`: recovers the account from a signature of `personal_sign`. */

import { to0x } from '../../../kernel/hex.js';
import { ALICE } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeData } from '../params/data.js';
import { data } from '../params/values.js';
import { personalHash } from '../signing/sign.js';

const signature = required('signature', '65-byte data', (value) => decodeData(value));

export const personal_ecRecover = evmMethod({
  name: 'personal_ecRecover',
  summary: 'Returns the account that signed a message with personal_sign.',
  params: [data, signature],
  result: 'address',
  handler: ({ evm }, message, signed) => {
    if (signed.length !== 65) throw refusal('signature must be 65 bytes long');
    const v = signed[64] as number;
    if (v !== 27 && v !== 28) throw refusal('invalid Ethereum signature (V is not 27 or 28)');
    const account = evm.recoverSigner(personalHash(message), signed);
    if (account === undefined) throw refusal('recovery failed: no key can have made this signature');
    return to0x(account);
  },
  example: {
    params: [
      '0x68656c6c6f',
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
    ],
    result: ALICE,
  },
});
