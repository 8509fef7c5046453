/**
 * Implements the curve alt_bn128 (EIPs 196, 197) with noble: addition, multiplication and the pairing check. The check
 * proceeds pair by pair, so that a long product can pause. Coordinates have 32 bytes, and zeros encode the point at
 * infinity.
 */
import { bn254 } from '@noble/curves/bn254.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import type { Bn254 } from './curve_backend.js';
import { InputError } from './input_error.js';

const { G1, G2, fields } = bn254;
const { Fp, Fp2, Fp12, Fr } = fields;

const WORD = 32;
const G1_BYTES = 2 * WORD;
const PAIR_BYTES = 6 * WORD;

type G1Point = typeof G1.Point.BASE;

function coordinate(bytes: Bytes, word: number): bigint {
  const value = bytesToBigint(bytes.subarray(word * WORD, (word + 1) * WORD));
  if (value >= Fp.ORDER) throw new InputError('invalid fp.Element encoding');
  return value;
}

const isInfinity = (bytes: Bytes): boolean => bytes.every((byte) => byte === 0);

/**
 * Decodes a point. Returns undefined for the point at infinity. Throws InputError for bytes that do not encode a point
 * of the group.
 */
function point<P extends { assertValidity(): void }>(bytes: Bytes, decode: (bytes: Bytes) => P): P | undefined {
  if (isInfinity(bytes)) return undefined;
  try {
    // The library rejects some coordinates, such as a `y` of zero, before it checks their validity.
    const decoded = decode(bytes);
    decoded.assertValidity();
    return decoded;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const outside = (error as Error).message.includes('subgroup');
    throw new InputError(outside ? 'point is not in correct subgroup' : 'point is not on curve');
  }
}

const g1 = (bytes: Bytes): G1Point => G1.Point.fromAffine({ x: coordinate(bytes, 0), y: coordinate(bytes, 1) });
/** Decodes a point of G2. The imaginary part of a coordinate comes first. */
const g2 = (bytes: Bytes) => {
  const [x1, x0, y1, y0] = [0, 1, 2, 3].map((word) => coordinate(bytes, word)) as [bigint, bigint, bigint, bigint];
  return G2.Point.fromAffine({ x: Fp2.create({ c0: x0, c1: x1 }), y: Fp2.create({ c0: y0, c1: y1 }) });
};

function encode(sum: G1Point): Bytes {
  if (sum.is0()) return new Uint8Array(G1_BYTES);
  const { x, y } = sum.toAffine();
  return concatBytes(bigintToBytes(x, WORD), bigintToBytes(y, WORD));
}

function add(input: Bytes): Bytes {
  const first = point(input.subarray(0, G1_BYTES), g1) ?? G1.Point.ZERO;
  const second = point(input.subarray(G1_BYTES), g1) ?? G1.Point.ZERO;
  return encode(first.add(second));
}

function mul(input: Bytes): Bytes {
  const base = point(input.subarray(0, G1_BYTES), g1);
  const scalar = bytesToBigint(input.subarray(G1_BYTES)) % Fr.ORDER;
  return encode(base === undefined || scalar === 0n ? G1.Point.ZERO : base.multiplyUnsafe(scalar));
}

/** Returns whether the product of the pairings is one. It may pause after every pair. Throws InputError. */
export function* bn254Pairing(input: Bytes): Generator<void, boolean> {
  let product = Fp12.ONE;
  for (let at = 0; at < input.length; at += PAIR_BYTES) {
    const first = point(input.subarray(at, at + G1_BYTES), g1);
    const second = point(input.subarray(at + G1_BYTES, at + PAIR_BYTES), g2);
    yield;
    if (first === undefined || second === undefined) continue;
    const { x, y } = first.toAffine();
    product = Fp12.mul(product, bn254.millerLoopBatch([[bn254.utils.calcPairingPrecomputes(second), x, y]]));
    yield;
  }
  return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
}

export const nobleBn254: Bn254 = { add, mul, pairing: bn254Pairing };
