/** Implements BLS12-381 with mcl. It rejects the same input as `bls12_381.ts`, with the same error texts. */
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { Bls12381 } from './curve_backend.js';
import { InputError } from './input_error.js';
import {
  FP_SIZE,
  FR_SIZE,
  G1_SIZE,
  G2_SIZE,
  isZero,
  loadMcl,
  MCL_BLS12_381,
  type MclCurve,
  type Pointer,
} from './mcl.js';
import { mclPairing } from './mcl_pairing.js';

const MODULUS = fromHex(
  '1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
);

const ELEMENT = 64;
const PADDING = 16;
const SCALAR = 32;
const G1_BYTES = 2 * ELEMENT;
const G2_BYTES = 4 * ELEMENT;
const PAIR_BYTES = G1_BYTES + G2_BYTES;
/** Most points between two pauses, which take about three milliseconds. */
const G1_AT_ONCE = 8;
const G2_AT_ONCE = 4;
/** Selects the map of RFC 9380 in mcl. */
const MAP_OF_IRTF = 5;

/** mcl's functions for one of the two groups. */
interface Group {
  readonly name: string;
  /** Number of field elements of a coordinate. */
  readonly width: number;
  readonly atOnce: number;
  isValid(point: Pointer): number;
  isValidOrder(point: Pointer): number;
  isZero(point: Pointer): number;
  add(to: Pointer, a: Pointer, b: Pointer): void;
  mulVec(to: Pointer, points: Pointer, scalars: Pointer, count: number): void;
  normalize(to: Pointer, a: Pointer): void;
}

export const loadMclBls12381 = async (): Promise<Bls12381> => bls12381On(await loadMcl(MCL_BLS12_381, MODULUS));

function groupsOf({ c }: MclCurve): readonly [first: Group, second: Group] {
  const first: Group = {
    name: 'g1',
    width: 1,
    atOnce: G1_AT_ONCE,
    isValid: c._mclBnG1_isValid,
    isValidOrder: c._mclBnG1_isValidOrder,
    isZero: c._mclBnG1_isZero,
    add: c._mclBnG1_add,
    mulVec: c._mclBnG1_mulVec,
    normalize: c._mclBnG1_normalize,
  };
  const second: Group = {
    name: 'g2',
    width: 2,
    atOnce: G2_AT_ONCE,
    isValid: c._mclBnG2_isValid,
    isValidOrder: c._mclBnG2_isValidOrder,
    isZero: c._mclBnG2_isZero,
    add: c._mclBnG2_add,
    mulVec: c._mclBnG2_mulVec,
    normalize: c._mclBnG2_normalize,
  };
  return [first, second];
}

/** Reads and writes points in the form of EIP-2537. */
interface PointCodec {
  element(to: Pointer, bytes: Bytes, index: number): void;
  /** False for the point at infinity, which is all zero. Throws InputError for what is no point of the curve. */
  point(group: Group, to: Pointer, bytes: Bytes): boolean;
  checkSubgroup(group: Group, at: Pointer): void;
  encoded(group: Group, from: Pointer): Bytes;
}

function pointCodec(curve: MclCurve): PointCodec {
  const { c } = curve;

  function element(to: Pointer, bytes: Bytes, index: number): void {
    const start = index * ELEMENT;
    if (!isZero(bytes.subarray(start, start + PADDING))) throw new InputError('invalid field element top bytes');
    if (!curve.setElement(to, bytes.subarray(start + PADDING, start + ELEMENT)))
      throw new InputError('invalid fp.Element encoding');
  }

  function point(group: Group, to: Pointer, bytes: Bytes): boolean {
    const elements = 2 * group.width;
    for (let i = 0; i < elements; i++) element(to + i * FP_SIZE, bytes, i);
    const there = !isZero(bytes);
    for (let i = 0; i < group.width; i++) c._mclBnFp_setInt32(to + (elements + i) * FP_SIZE, there && i === 0 ? 1 : 0);
    if (!there) return false;
    if (group.isValid(to) === 0) throw new InputError('invalid point: not on curve');
    return true;
  }

  function checkSubgroup(group: Group, at: Pointer): void {
    if (group.isValidOrder(at) === 0) throw new InputError(`${group.name} point is not on correct subgroup`);
  }

  function encoded(group: Group, from: Pointer): Bytes {
    const elements = 2 * group.width;
    const out = new Uint8Array(elements * ELEMENT);
    if (group.isZero(from) !== 0) return out;
    group.normalize(from, from);
    for (let i = 0; i < elements; i++) curve.writeElement(from + i * FP_SIZE, out, (i + 1) * ELEMENT);
    return out;
  }

  return { element, point, checkSubgroup, encoded };
}

function bls12381On(curve: MclCurve): Bls12381 {
  const { c } = curve;
  c._mclBn_setMapToMode(MAP_OF_IRTF);
  const [first, second] = groupsOf(curve);
  const { element, point, checkSubgroup, encoded } = pointCodec(curve);
  const [a, b] = [curve.place(G2_SIZE), curve.place(G2_SIZE)];
  const points = curve.place(Math.max(G1_AT_ONCE * G1_SIZE, G2_AT_ONCE * G2_SIZE));
  const scalars = curve.place(Math.max(G1_AT_ONCE, G2_AT_ONCE) * FR_SIZE);

  function add(group: Group, input: Bytes): Bytes {
    const size = input.length / 2;
    point(group, a, input.subarray(0, size));
    point(group, b, input.subarray(size));
    group.add(a, a, b);
    return encoded(group, a);
  }

  function* msm(group: Group, input: Bytes): Generator<void, Bytes> {
    const pointBytes = 2 * group.width * ELEMENT;
    const pieceBytes = pointBytes + SCALAR;
    const pointSize = 3 * group.width * FP_SIZE;
    let soFar: Bytes | undefined;
    for (let at = 0; at < input.length; ) {
      let count = 0;
      for (; count < group.atOnce && at < input.length; count++, at += pieceBytes) {
        const place = points + count * pointSize;
        if (point(group, place, input.subarray(at, at + pointBytes))) checkSubgroup(group, place);
        curve.setScalar(scalars + count * FR_SIZE, input.subarray(at + pointBytes, at + pieceBytes));
      }
      group.mulVec(a, points, scalars, count);
      if (soFar !== undefined) {
        curve.heap().set(soFar, b);
        group.add(a, a, b);
      }
      soFar = curve.heap().slice(a, a + pointSize);
      yield;
    }
    curve.heap().set(soFar as Bytes, a);
    return encoded(group, a);
  }

  return {
    g1Add: (input) => add(first, input),
    g2Add: (input) => add(second, input),
    g1Msm: (input) => msm(first, input),
    g2Msm: (input) => msm(second, input),
    pairing: mclPairing(curve, {
      g1: (to, bytes) => point(first, to, bytes),
      g1Bytes: G1_BYTES,
      g2: (to, bytes) => point(second, to, bytes),
      pairBytes: PAIR_BYTES,
      check: { g1: (at) => checkSubgroup(first, at), g2: (at) => checkSubgroup(second, at) },
    }),
    mapToG1(input) {
      element(b, input, 0);
      c._mclBnFp_mapToG1(a, b);
      return encoded(first, a);
    },
    mapToG2(input) {
      element(b, input, 0);
      element(b + FP_SIZE, input, 1);
      c._mclBnFp2_mapToG2(a, b);
      return encoded(second, a);
    },
  };
}
