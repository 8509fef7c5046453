/** RIPEMD-160 by `node:crypto`, a third of the JavaScript time, where its OpenSSL has it; else by noble. */
import * as crypto from 'node:crypto';
import { bytesOfText } from '../kernel/byte_text.js';
import { type Hash, ripemd160 as nobleRipemd160 } from '../kernel/hash.js';

let fastest: Hash | undefined;

/** 20 bytes. */
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
