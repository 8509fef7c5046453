/**
 * Implements BLS12-381 (EIP-2537) with noble: addition, multi-scalar multiplication, the pairing check, and the maps to
 * the curve. Operations that may run long proceed point by point, so that they can pause. Field elements have 64 bytes,
 * the first 16 of which are zero.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import type { Bls12381 } from './curve_backend.js';
import { InputError } from './input_error.js';

const { G1, G2, fields } = bls12_381;
const { Fp, Fp2, Fp12, Fr } = fields;

const ELEMENT = 64;
const PADDING = 16;
const SCALAR = 32;
const G1_BYTES = 2 * ELEMENT;
const G2_BYTES = 4 * ELEMENT;

function element(bytes: Bytes, index: number): bigint {
  const raw = bytes.subarray(index * ELEMENT, (index + 1) * ELEMENT);
  if (raw.subarray(0, PADDING).some((byte) => byte !== 0)) throw new InputError('invalid field element top bytes');
  const value = bytesToBigint(raw);
  if (value >= Fp.ORDER) throw new InputError('invalid fp.Element encoding');
  return value;
}

interface Group<P> {
  readonly name: string;
  readonly size: number;
  readonly zero: P;
  readonly decode: (bytes: Bytes) => P;
  readonly isOnCurve: (point: P) => boolean;
  readonly encode: (point: P) => Bytes;
}

interface Point<P> {
  is0(): boolean;
  isTorsionFree(): boolean;
  add(other: P): P;
  multiplyUnsafe(scalar: bigint): P;
}

const bytesOf = (value: bigint): Bytes => bigintToBytes(value, ELEMENT);

const FIRST: Group<typeof G1.Point.BASE> = {
  name: 'g1',
  size: G1_BYTES,
  zero: G1.Point.ZERO,
  decode: (bytes) => G1.Point.fromAffine({ x: element(bytes, 0), y: element(bytes, 1) }),
  encode: (point) => {
    const { x, y } = point.toAffine();
    return concatBytes(bytesOf(x), bytesOf(y));
  },
  isOnCurve: ({ x, y }) => Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), G1.Point.CURVE().b)),
};

const SECOND: Group<typeof G2.Point.BASE> = {
  name: 'g2',
  size: G2_BYTES,
  zero: G2.Point.ZERO,
  decode: (bytes) => {
    const [x0, x1, y0, y1] = [0, 1, 2, 3].map((index) => element(bytes, index)) as [bigint, bigint, bigint, bigint];
    return G2.Point.fromAffine({ x: Fp2.create({ c0: x0, c1: x1 }), y: Fp2.create({ c0: y0, c1: y1 }) });
  },
  encode: (point) => {
    const { x, y } = point.toAffine();
    return concatBytes(bytesOf(x.c0), bytesOf(x.c1), bytesOf(y.c0), bytesOf(y.c1));
  },
  isOnCurve: ({ x, y }) => Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), G2.Point.CURVE().b)),
};

/**
 * Decodes a point. Returns undefined when y is zero, which the library rejects; no point of odd order has such a y.
 * Throws InputError.
 */
function decoded<P>(group: Group<P>, bytes: Bytes): P | undefined {
  try {
    return group.decode(bytes);
  } catch (error) {
    if (error instanceof InputError) throw error;
    return undefined;
  }
}

/**
 * Decodes a point of the curve. All zeros encode the point at infinity. Throws InputError for bytes that do not encode
 * a point of the curve.
 */
function curvePoint<P extends Point<P>>(group: Group<P>, bytes: Bytes): P {
  if (bytes.every((byte) => byte === 0)) return group.zero;
  const point = decoded(group, bytes);
  if (point === undefined || !group.isOnCurve(point)) throw new InputError('invalid point: not on curve');
  return point;
}

/** Returns the point. Throws InputError when it is outside the subgroup. */
function inSubgroup<P extends Point<P>>(group: Group<P>, point: P): P {
  if (!point.isTorsionFree()) throw new InputError(`${group.name} point is not on correct subgroup`);
  return point;
}

const encoded = <P extends Point<P>>(group: Group<P>, point: P): Bytes =>
  point.is0() ? new Uint8Array(group.size) : group.encode(point);

/** Adds two points of the curve, which need not be in the subgroup. Throws InputError. */
function add<P extends Point<P>>(group: Group<P>, input: Bytes): Bytes {
  const first = curvePoint(group, input.subarray(0, group.size));
  const second = curvePoint(group, input.subarray(group.size));
  return encoded(group, first.add(second));
}

/** The library's types are wrong: the result is a point, and the first group takes one scalar. */
const mapToG1 = G1.mapToCurve as unknown as (scalar: bigint) => typeof G1.Point.BASE;
const mapToG2 = G2.mapToCurve as unknown as (scalars: readonly bigint[]) => typeof G2.Point.BASE;

function* msm<P extends Point<P>>(group: Group<P>, input: Bytes): Generator<void, Bytes> {
  const size = group.size + SCALAR;
  let sum = group.zero;
  for (let at = 0; at < input.length; at += size) {
    const point = inSubgroup(group, curvePoint(group, input.subarray(at, at + group.size)));
    yield;
    const scalar = bytesToBigint(input.subarray(at + group.size, at + size)) % Fr.ORDER;
    if (scalar !== 0n && !point.is0()) sum = sum.add(point.multiplyUnsafe(scalar));
    yield;
  }
  return encoded(group, sum);
}

export const blsG1Msm = (input: Bytes): Generator<void, Bytes> => msm(FIRST, input);
export const blsG2Msm = (input: Bytes): Generator<void, Bytes> => msm(SECOND, input);

/** Returns whether the product of the pairings is one. It may pause after every pair. Throws InputError. */
export function* blsPairing(input: Bytes): Generator<void, boolean> {
  let product = Fp12.ONE;
  for (let at = 0; at < input.length; at += G1_BYTES + G2_BYTES) {
    const first = curvePoint(FIRST, input.subarray(at, at + G1_BYTES));
    const second = curvePoint(SECOND, input.subarray(at + G1_BYTES, at + G1_BYTES + G2_BYTES));
    inSubgroup(FIRST, first);
    yield;
    inSubgroup(SECOND, second);
    yield;
    if (first.is0() || second.is0()) continue;
    const { x, y } = first.toAffine();
    product = Fp12.mul(product, bls12_381.millerLoopBatch([[bls12_381.utils.calcPairingPrecomputes(second), x, y]]));
    yield;
  }
  return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
}

export const nobleBls12381: Bls12381 = {
  g1Add: (input) => add(FIRST, input),
  g2Add: (input) => add(SECOND, input),
  g1Msm: blsG1Msm,
  g2Msm: blsG2Msm,
  pairing: blsPairing,
  mapToG1: (input) => encoded(FIRST, mapToG1(element(input, 0))),
  mapToG2: (input) => encoded(SECOND, mapToG2([element(input, 0), element(input, 1)])),
};
