/**
 * Verifies KZG point evaluations (EIP-4844) on any implementation of BLS12-381. Verification needs one point of the
 * ceremony's setup. Error texts are those of gnark and go-eth-kzg, which go-ethereum reports.
 */
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { Bls12381 } from './curve_backend.js';
import { InputError } from './input_error.js';

/** Size of a field element in bytes. */
const ELEMENT = 64;

/** Encodes the point with these coordinates in hex. An element of the quadratic extension field is two coordinates. */
const pointOf = (...coordinates: readonly string[]): Bytes =>
  concatBytes(...coordinates.map((digits) => fromHex(digits.padStart(2 * ELEMENT, '0'))));

/** Generator of the first group; `G2` is that of the second. */
export const G1 = pointOf(
  '17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
  '08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1',
);
export const G2 = pointOf(
  '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  '13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e',
  '0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801',
  '0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be',
);

/** [τ]G2 of the Ethereum ceremony (EIP-4844). */
export const TAU_G2 = pointOf(
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
  '15bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72',
  '014353bdb96b626dd7d5ee8599d1fca2131569490e28de18e82451a496a9c9794ce26d105941f383ee689bfbbb832a99',
  '1666c54b0a32529503432fcae0181b4bef79de09fc63671fda5ed1ba9bfa07899495346f3d7ac9cd23048ef30d0a154f',
);

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
