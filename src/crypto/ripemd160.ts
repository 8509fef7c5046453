/**
 * Computes RIPEMD-160 with `node:crypto`, in a third of the JavaScript time, when its OpenSSL supports it, and with
 * noble otherwise.
 */
import * as crypto from 'node:crypto';
import { bytesOfText } from '../kernel/byte_text.js';
import { type Hash, ripemd160 as nobleRipemd160 } from '../kernel/hash.js';

let fastest: Hash | undefined;

/** Returns a hash of 20 bytes. */
export const ripemd160: Hash = (data) => {
  fastest ??= chosen();
  return fastest(data);
};

function chosen(): Hash {
  const native: Hash = (data) => bytesOfText(crypto.hash('ripemd160', data, 'binary'));
  try {
    native(new Uint8Array(1));
    return native;
  } catch {
    return nobleRipemd160;
  }
}
