/**
 * Wraps mcl, elliptic curves compiled to WebAssembly (package `mcl-wasm`), which takes a tenth to a third of noble's
 * time. Its C functions are called with addresses in its memory, because the package's own objects would copy every
 * number in and out. Each curve has its own instance, because an instance computes on one curve at a time.
 */
import { type Bytes, compareBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';

/** Address in an instance's memory. */
export type Pointer = number;

/** Functions of mcl's C interface (`mcl/bn.h`) that are used here. The output may be at the address of an input. */
export interface MclFunctions {
  readonly wasmMemory: { readonly buffer: ArrayBuffer };
  _malloc(size: number): Pointer;
  _mclBn_init(curve: number, compiledTimeVar: number): number;
  _mclBn_verifyOrderG1(on: number): void;
  _mclBn_verifyOrderG2(on: number): void;
  _mclBn_setMapToMode(mode: number): number;
  _mclBnFp_setInt32(to: Pointer, value: number): void;
  _mclBnFp_setBigEndianMod(to: Pointer, bytes: Pointer, size: number): number;
  _mclBnFp_getLittleEndian(to: Pointer, size: number, from: Pointer): number;
  _mclBnFr_setBigEndianMod(to: Pointer, bytes: Pointer, size: number): number;
  _mclBnFr_inv(to: Pointer, a: Pointer): void;
  _mclBnFr_mul(to: Pointer, a: Pointer, b: Pointer): void;
  _mclBnG1_getBasePoint(to: Pointer): void;
  _mclBnG1_isValid(point: Pointer): number;
  _mclBnG1_isValidOrder(point: Pointer): number;
  _mclBnG1_isZero(point: Pointer): number;
  _mclBnG1_add(to: Pointer, a: Pointer, b: Pointer): void;
  _mclBnG1_mul(to: Pointer, a: Pointer, scalar: Pointer): void;
  _mclBnG1_mulVec(to: Pointer, points: Pointer, scalars: Pointer, count: number): void;
  _mclBnG1_normalize(to: Pointer, a: Pointer): void;
  _mclBnG2_isValid(point: Pointer): number;
  _mclBnG2_isValidOrder(point: Pointer): number;
  _mclBnG2_isZero(point: Pointer): number;
  _mclBnG2_add(to: Pointer, a: Pointer, b: Pointer): void;
  _mclBnG2_mulVec(to: Pointer, points: Pointer, scalars: Pointer, count: number): void;
  _mclBnG2_normalize(to: Pointer, a: Pointer): void;
  _mclBn_millerLoopVec(to: Pointer, g1s: Pointer, g2s: Pointer, count: number): void;
  _mclBn_finalExp(to: Pointer, a: Pointer): void;
  _mclBnGT_mul(to: Pointer, a: Pointer, b: Pointer): void;
  _mclBnGT_isOne(a: Pointer): number;
  _mclBnFp_mapToG1(to: Pointer, element: Pointer): number;
  _mclBnFp2_mapToG2(to: Pointer, element: Pointer): number;
}

/** Size of a field element in bytes. The package was compiled for 384-bit fields and 256-bit orders. */
export const FP_SIZE = 48;
export const FR_SIZE = 32;
export const G1_SIZE = 3 * FP_SIZE;
export const G2_SIZE = 6 * FP_SIZE;
export const GT_SIZE = 12 * FP_SIZE;
const COMPILED_TIME_VAR = 46;

/** Number of the curve in mcl. */
export const MCL_BN_SNARK1 = 4;
export const MCL_BLS12_381 = 5;
export const MCL_NIST_P256 = 107;

export const isZero = (bytes: Bytes): boolean => bytes.every((byte) => byte === 0);

/** Wraps an instance with its curve and a few buffers. Nothing in its memory outlives a call. */
export class MclCurve {
  readonly c: MclFunctions;
  private readonly elementBytes: number;
  private readonly modulus: Bytes;
  private readonly buffer: Pointer;

  /** `modulus` is the field's modulus, with the size of an element. */
  constructor(c: MclFunctions, modulus: Bytes) {
    this.c = c;
    this.modulus = modulus;
    this.elementBytes = modulus.length;
    this.buffer = c._malloc(2 * FP_SIZE);
  }

  /** Returns the current memory, which a call may replace. */
  heap(): Bytes {
    return new Uint8Array(this.c.wasmMemory.buffer);
  }

  place(size: number): Pointer {
    return this.c._malloc(size);
  }

  /** Copies `bytes`, at most 96, into a buffer that is valid until the next call. Returns its address. */
  put(bytes: Bytes): Pointer {
    this.heap().set(bytes, this.buffer);
    return this.buffer;
  }

  /** Sets an element. Returns false when the number is not in the field. */
  setElement(to: Pointer, bigEndian: Bytes): boolean {
    if (compareBytes(bigEndian, this.modulus) >= 0) return false;
    return this.c._mclBnFp_setBigEndianMod(to, this.put(bigEndian), bigEndian.length) === 0;
  }

  setScalar(to: Pointer, bigEndian: Bytes): void {
    this.c._mclBnFr_setBigEndianMod(to, this.put(bigEndian), bigEndian.length);
  }

  /** Writes the element, big-endian, before the position `end` of `out`. */
  writeElement(from: Pointer, out: Bytes, end: number): void {
    const size = this.c._mclBnFp_getLittleEndian(this.buffer, this.elementBytes, from);
    const heap = this.heap();
    for (let i = 0; i < size; i++) out[end - 1 - i] = heap[this.buffer + i] as number;
  }
}

/** Loads an instance. */
export async function loadMcl(curve: number, modulus: Bytes): Promise<MclCurve> {
  const { default: create } = (await import('mcl-wasm/dist/mcl_c.js')) as unknown as {
    readonly default: (options: object) => Promise<MclFunctions>;
  };
  const c = await create({});
  if (c._mclBn_init(curve, COMPILED_TIME_VAR) !== 0)
    throw new InvariantViolation(`mcl does not know the curve ${curve}`);
  // Subgroup membership is checked separately, because it has its own error text.
  c._mclBn_verifyOrderG1(0);
  c._mclBn_verifyOrderG2(0);
  return new MclCurve(c, modulus);
}
