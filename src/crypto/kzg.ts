/**
 * KZG point evaluation (EIP-4844) over BLS12-381. Verifying needs one point of the ceremony's setup; whatever else a KZG
 * library does is for blobs, which this chain does not have.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Bytes } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';
import { InputError } from './input_error.js';

/** [τ]G2 of the Ethereum ceremony, compressed. */
const TAU_G2 = fromHex(
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
    '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
);

const { G1, G2, fields } = bls12_381;
const { Fp } = fields;
type G1Point = typeof G1.Point.BASE;

/** The three bits that say how a point is written. */
const FLAGS = 0xe0;
const INFINITY = 0xc0;
/** Neither compressed nor not. */
const NO_FORMS: ReadonlySet<number> = new Set([0x20, 0x60, 0xe0]);
const COMPRESSED = 0x80;

/** The point of 48 compressed bytes. Throws InputError outside the curve or its subgroup, in gnark's words. */
function g1Point(bytes: Bytes): G1Point {
  const form = (bytes[0] as number) & FLAGS;
  if (NO_FORMS.has(form)) throw new InputError('invalid point encoding');
  if (form < COMPRESSED) throw new InputError('short buffer');
  const x = bytes.slice();
  x[0] = (x[0] as number) & ~FLAGS;
  if (form === INFINITY) {
    if (x.some((byte) => byte !== 0)) throw new InputError('invalid infinity point encoding');
    return G1.Point.ZERO;
  }
  if (!isElement(x)) throw new InputError('invalid fp.Element encoding');
  const point = onCurve(bytes);
  if (point === undefined) throw new InputError("invalid compressed coordinate: square root doesn't exist");
  if (!point.isTorsionFree()) throw new InputError('invalid point: subgroup check failed');
  return point;
}

function isElement(bytes: Bytes): boolean {
  try {
    return Fp.isValid(Fp.fromBytes(bytes));
  } catch {
    return false;
  }
}

function onCurve(bytes: Bytes): G1Point | undefined {
  try {
    return G1.Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

/**
 * That the polynomial behind `commitment` has the value `y` at `z`: e(C - [y]G1, G2) = e(π, [τ - z]G2). Throws InputError
 * in the words of geth's library when an argument is no field element or no point, or the proof does not hold.
 */
export function checkKzgProof(commitment: Bytes, z: bigint, y: bigint, proof: Bytes): void {
  if (y >= fields.Fr.ORDER || z >= fields.Fr.ORDER)
    throw new InputError('scalar is not canonical when interpreted as a big integer in big-endian');
  const c = g1Point(commitment);
  const pi = g1Point(proof);
  const claimed = c.subtract(G1.Point.BASE.multiplyUnsafe(y));
  const shifted = G2.Point.fromBytes(TAU_G2).subtract(G2.Point.BASE.multiplyUnsafe(z));
  const pairs = [
    { g1: claimed, g2: G2.Point.BASE.negate() },
    { g1: pi, g2: shifted },
  ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
  if (pairs.length > 0 && !fields.Fp12.eql(bls12_381.pairingBatch(pairs), fields.Fp12.ONE))
    throw new InputError(DOES_NOT_HOLD);
}

const DOES_NOT_HOLD = "can't verify opening proof";

/** As `checkKzgProof`: false where the proof does not hold, undefined where an argument is none. */
export function verifyKzgProof(commitment: Bytes, z: bigint, y: bigint, proof: Bytes): boolean | undefined {
  try {
    checkKzgProof(commitment, z, y, proof);
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message === DOES_NOT_HOLD ? false : undefined;
  }
}
