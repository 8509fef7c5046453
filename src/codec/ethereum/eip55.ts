/** Encodes addresses with a checksum in the case of their letters (EIP-55). */
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';

/** Returns the address with `0x`. Letters are in upper case where the hash of the lower-case text has a high bit. */
export function encodeEip55(address: Bytes): string {
  const hex = toHex(address);
  const digest = toHex(keccak256(utf8(hex)));
  return `0x${hex.replace(/[a-f]/g, (letter, at: number) => (digest.charCodeAt(at) >= 56 ? letter.toUpperCase() : letter))}`;
}
