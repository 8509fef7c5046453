/** Reads a private key as geth does, with its error texts: 64 hex digits and nothing else. */
import { type Bytes, bytesToBigint } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';

const DIGITS = 64;
/** Is the group order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Returns the 32 bytes of the key. Throws RpcError for an invalid key. */
export function readPrivateKey(text: string): Bytes {
  const stranger = /[^0-9a-fA-F]/u.exec(text)?.[0];
  if (stranger !== undefined) throw refusal(`invalid hex character '${stranger}' in private key`);
  if (text.length % 2 === 1) throw refusal('invalid hex data for private key');
  if (text.length !== DIGITS) throw refusal('invalid length, need 256 bits');
  const bytes = fromHex(text);
  const scalar = bytesToBigint(bytes);
  if (scalar === 0n) throw refusal('invalid private key, zero or negative');
  if (scalar >= ORDER) throw refusal('invalid private key, >=N');
  return bytes;
}
