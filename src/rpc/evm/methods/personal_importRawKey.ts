/**
 * Implements `personal_importRawKey`. The form of the key, without 0x, and the error texts for an invalid key are Go's.
 */
import { to0x } from '../../../kernel/hex.js';
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password, rawKey } from '../params/account.js';
import { readPrivateKey } from '../params/private_key.js';

export const personal_importRawKey = evmMethod({
  name: 'personal_importRawKey',
  summary: 'Stores a private key under a password as a locked account, unless the node already has it.',
  params: [rawKey, password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, key, secret) => to0x(await evm.importKey(readPrivateKey(key), secret)),
  example: { params: ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'secret'], result: ALICE },
});
