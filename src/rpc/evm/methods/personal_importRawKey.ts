/**
 * Implements `personal_importRawKey`. The form of the key, without 0x, and the error texts for an invalid key are Go's.
 */
import { type Bytes, bytesToBigint } from '../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { ALICE } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { password, rawKey } from '../params/account.js';

const KEY_DIGITS = 64;
/** Group order of secp256k1. */
const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Reads a private key of 32 bytes as geth does, with its error texts: 64 hex digits and nothing else. Throws RpcError
 * for an invalid key.
 */
function readPrivateKey(text: string): Bytes {
  const stranger = /[^0-9a-fA-F]/u.exec(text)?.[0];
  if (stranger !== undefined) throw refusal(`invalid hex character '${stranger}' in private key`);
  if (text.length % 2 === 1) throw refusal('invalid hex data for private key');
  if (text.length !== KEY_DIGITS) throw refusal('invalid length, need 256 bits');
  const bytes = fromHex(text);
  const scalar = bytesToBigint(bytes);
  if (scalar === 0n) throw refusal('invalid private key, zero or negative');
  if (scalar >= GROUP_ORDER) throw refusal('invalid private key, >=N');
  return bytes;
}

export const personal_importRawKey = evmMethod({
  name: 'personal_importRawKey',
  summary: 'Stores a private key under a password as a locked account, unless the node already has it.',
  params: [rawKey, password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, key, secret) => to0x(await evm.importKey(readPrivateKey(key), secret)),
  example: { params: ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'secret'], result: ALICE },
});
