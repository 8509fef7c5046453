/** Checks implementations with a signature that is known. */
import { concatBytes, equalBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import type { Secp256k1Backend } from './backend.js';

/** Key, its address and a hash. The signature of the hash by RFC 6979 was made with libsecp256k1. */
const VECTOR = {
  privateKey: fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
  hash: fromHex('5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'),
  address: fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
};

/** Loads an implementation. Resolves to undefined when it does not load on this machine. */
export type Candidate = () => Promise<Secp256k1Backend | undefined>;

/** Loads candidates one after the other until one passes the known vector. Resolves to undefined when none does. */
export async function firstThatPasses(candidates: readonly Candidate[]): Promise<Secp256k1Backend | undefined> {
  for (const load of candidates) {
    const candidate = await load();
    if (candidate !== undefined && passesKnownVector(candidate)) return candidate;
  }
  return undefined;
}

/** Reports whether `candidate` derives the known address, and signs and recovers consistently with it. */
export function passesKnownVector(candidate: Secp256k1Backend): boolean {
  try {
    const point = candidate.publicKey(VECTOR.privateKey);
    const { signature, recovery } = candidate.sign(VECTOR.hash, VECTOR.privateKey);
    const recovered = candidate.recover(VECTOR.hash, signature, recovery);
    const compressed = concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));
    const decompressed = candidate.decompress(compressed);
    return (
      equalBytes(keccak256(point).slice(12), VECTOR.address) &&
      [recovered, decompressed].every((found) => found !== undefined && equalBytes(found, point)) &&
      candidate.verify(VECTOR.hash, signature, compressed)
    );
  } catch {
    return false;
  }
}
