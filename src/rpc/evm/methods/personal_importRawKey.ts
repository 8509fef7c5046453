/** `personal_importRawKey`: the key's text without 0x, and the words for a bad one, are Go's. */
import { to0x } from '../../../kernel/hex.js';
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password, rawKey } from '../params/account.js';
import { readPrivateKey } from '../params/private_key.js';

export const personal_importRawKey = evmMethod({
  name: 'personal_importRawKey',
  summary: 'Keeps a private key under a password, as a locked account; a key that is here already stays as it is.',
  params: [rawKey, password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, key, secret) => to0x(await evm.importKey(readPrivateKey(key), secret)),
  example: { params: ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'secret'], result: ALICE },
});
