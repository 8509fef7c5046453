/**
 * Verifies KZG point evaluations (EIP-4844) on any implementation of BLS12-381. Verification needs one point of the
 * ceremony's setup. Error texts are those of gnark and go-eth-kzg, which go-ethereum reports.
 */
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import { ELEMENT, G1, G2, TAU_G2 } from './bls12_381_points.js';
import type { Bls12381 } from './curve_backend.js';
import { InputError } from './input_error.js';

const FIELD = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/** Selects the three bits that describe the encoding of a point. */
const FORM = 0xe0;
const INFINITY = 0xc0;
const COMPRESSED = 0x80;
const LARGER = 0x20;
/** Bits of a first byte that are neither a compressed nor an uncompressed encoding. */
const NO_FORMS: ReadonlySet<number> = new Set([0x20, 0x60, 0xe0]);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % FIELD;
    if (bit === '1') result = (result * base) % FIELD;
  }
  return result;
}

/** Decodes 48 compressed bytes to a point of the curve. Throws InputError. */
function decompressed(bytes: Bytes): Bytes {
  const form = (bytes[0] as number) & FORM;
  if (NO_FORMS.has(form)) throw new InputError('invalid point encoding');
  if (form < COMPRESSED) throw new InputError('short buffer');
  const x = bytesToBigint(bytes) & ((1n << 381n) - 1n);
  if (form === INFINITY) {
    if (x !== 0n) throw new InputError('invalid infinity point encoding');
    return new Uint8Array(2 * ELEMENT);
  }
  if (x >= FIELD) throw new InputError('invalid fp.Element encoding');
  const square = (x * x * x + 4n) % FIELD;
  const root = power(square, (FIELD + 1n) / 4n);
  if ((root * root) % FIELD !== square)
    throw new InputError("invalid compressed coordinate: square root doesn't exist");
  const isLarger = root > FIELD / 2n;
  const y = isLarger === ((form & LARGER) !== 0) ? root : FIELD - root;
  return concatBytes(bigintToBytes(x, ELEMENT), bigintToBytes(y, ELEMENT));
}

const word = (value: bigint): Bytes => bigintToBytes(value, 32);
const negative = (scalar: bigint): Bytes => word(ORDER - scalar);

/** Runs `steps` and replaces the error text of the subgroup check: gnark has another one for compressed points. */
function* ofCompressed<T>(steps: Generator<void, T>): Generator<void, T> {
  try {
    return yield* steps;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError('invalid point: subgroup check failed');
  }
}

/**
 * Checks that the polynomial of `commitment` has the value `y` at `z`: e([y]G1 - C, G2) e(π, [τ - z]G2) = 1. Throws
 * InputError when an argument is not a field element or not a point of the subgroup, or when the proof is invalid.
 */
export function* checkPointEvaluation(
  curve: Bls12381,
  {
    commitment,
    z,
    y,
    proof,
  }: { readonly commitment: Bytes; readonly z: bigint; readonly y: bigint; readonly proof: Bytes },
): Generator<void, void> {
  if (y >= ORDER || z >= ORDER)
    throw new InputError('scalar is not canonical when interpreted as a big integer in big-endian');
  const claimed = yield* ofCompressed(curve.g1Msm(concatBytes(decompressed(commitment), negative(1n), G1, word(y))));
  const quotient = decompressed(proof);
  const shifted = yield* curve.g2Msm(concatBytes(TAU_G2, word(1n), G2, negative(z)));
  const pairs = concatBytes(claimed, G2, quotient, shifted);
  if (!(yield* ofCompressed(curve.pairing(pairs)))) throw new InputError("can't verify opening proof");
}
