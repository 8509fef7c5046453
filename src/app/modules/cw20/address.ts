/** Checks addresses of contracts: bech32 with the chain's prefix, of 20 bytes, or of 32 for most contracts. */
import { decodeBech32 } from '../../../codec/bech32.js';
import { CodecError } from '../../../codec/codec_error.js';

const LENGTHS = [20, 32];

/** Returns what is wrong with `text`. It is undefined when nothing is. */
export function addressProblem(text: string, prefix: string): string | undefined {
  try {
    const decoded = decodeBech32(text);
    if (decoded.prefix !== prefix) return `invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`;
    if (!LENGTHS.includes(decoded.bytes.length)) return `an address has 20 or 32 bytes, not ${decoded.bytes.length}`;
    // Each holder has only one valid text, because balances are stored under it.
    return text === text.toLowerCase() ? undefined : 'it is not in lower case';
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
}
