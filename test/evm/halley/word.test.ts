/**
 * Compares the interpreter's arithmetic with BigInt: on edge values, on numbers of every length, and near multiples.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileInterpreter } from '../../../scripts/interpreter.mjs';
import { keccak256 } from '../../../src/kernel/hash.js';
import { draws } from '../../support/draws.js';

const FILES = ['word', 'multiply', 'divide', 'modular', 'keccak'];
const BITS = 256n;
const SIZE = 1n << BITS;
const MAX = SIZE - 1n;
/** Addresses above the module's own memory. */
const [A, B, C, OUT, BYTES] = [8192, 8224, 8256, 8288, 8320];
const RUNS = draws(2_000);

type Operation = (...addresses: number[]) => number | bigint;
let call: Readonly<Record<string, Operation>>;
let memory: DataView;

beforeAll(async () => {
  const binary = await compileInterpreter(FILES.map((name) => `src/evm/halley/interpreter/${name}.ts`));
  const { instance } = await WebAssembly.instantiate(binary);
  call = instance.exports as unknown as Record<string, Operation>;
  memory = new DataView((instance.exports['memory'] as WebAssembly.Memory).buffer);
});

function write(at: number, value: bigint): void {
  for (let limb = 0; limb < 4; limb++) memory.setBigUint64(at + 8 * limb, (value >> BigInt(64 * limb)) & MAX, true);
}

function read(at: number): bigint {
  let value = 0n;
  for (let limb = 3; limb >= 0; limb--) value = (value << 64n) | memory.getBigUint64(at + 8 * limb, true);
  return value;
}

/** Returns the results of an operation with its output in a separate place and in the place of each operand. */
function results(name: string, ...operands: bigint[]): bigint[] {
  const places = [A, B, C].slice(0, operands.length);
  return [OUT, ...places].map((out) => {
    places.forEach((place, i) => {
      write(place, operands[i] ?? 0n);
    });
    call[name]?.(...places, out);
    return read(out);
  });
}

function answer(name: string, ...operands: bigint[]): number {
  const places = [A, B].slice(0, operands.length);
  places.forEach((place, i) => {
    write(place, operands[i] ?? 0n);
  });
  return Number(call[name]?.(...places));
}

const wrap = (value: bigint): bigint => BigInt.asUintN(256, value);
const signed = (value: bigint): bigint => BigInt.asIntN(256, value);
const bits = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) result = wrap(result * result * (bit === '1' ? base : 1n));
  return result;
}

function extended(size: bigint, value: bigint): bigint {
  return size > 30n ? value : wrap(BigInt.asIntN(8 * (Number(size) + 1), value));
}

const UNARY: Readonly<Record<string, (a: bigint) => bigint>> = {
  not: (a) => a ^ MAX,
  negate: (a) => wrap(-a),
  copy: (a) => a,
  countLeadingZeros: (a) => BITS - BigInt(bits(a)),
};
const BINARY: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => wrap(a + b),
  sub: (a, b) => wrap(a - b),
  mul: (a, b) => wrap(a * b),
  div: (a, b) => (b === 0n ? 0n : a / b),
  mod: (a, b) => (b === 0n ? 0n : a % b),
  sdiv: (a, b) => (b === 0n ? 0n : wrap(signed(a) / signed(b))),
  smod: (a, b) => (b === 0n ? 0n : wrap(signed(a) % signed(b))),
  exp: power,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  byteAt: (i, a) => (i > 31n ? 0n : (a >> (8n * (31n - i))) & 0xffn),
  signextend: extended,
  shl: (n, a) => (n > 255n ? 0n : wrap(a << n)),
  shr: (n, a) => (n > 255n ? 0n : a >> n),
  sar: (n, a) => wrap(signed(a) >> (n > 255n ? 255n : n)),
};
const TERNARY: Readonly<Record<string, (a: bigint, b: bigint, m: bigint) => bigint>> = {
  addmod: (a, b, m) => (m === 0n ? 0n : (a + b) % m),
  mulmod: (a, b, m) => (m === 0n ? 0n : (a * b) % m),
};
const COMPARISONS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  lt: (a, b) => a < b,
  gt: (a, b) => a > b,
  slt: (a, b) => signed(a) < signed(b),
  sgt: (a, b) => signed(a) > signed(b),
  eq: (a, b) => a === b,
};
const PROPERTIES: Readonly<Record<string, (a: bigint) => number>> = {
  isZero: (a) => Number(a === 0n),
  isSmall: (a) => Number(a < 1n << 64n),
  isNegative: (a) => Number(a >> 255n),
  bitLength: bits,
  byteLength: (a) => Math.ceil(bits(a) / 8),
};

/** Values around every power at the end of a limb, a half limb or the word. */
const EDGES = [0n, 32n, 64n, 96n, 128n, 192n, 255n, 256n]
  .flatMap((bit) => [-2n, -1n, 0n, 1n, 2n].map((more) => wrap((1n << bit) + more)))
  .filter((value, i, all) => all.indexOf(value) === i);

/**
 * Generates numbers of every length. Limbs of only ones or only zeros, which are hard for quotient estimates, are
 * common.
 */
const limb = fc.oneof(
  fc.bigInt(0n, (1n << 64n) - 1n),
  fc.constantFrom(0n, 1n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 1n),
);
const ofLimbs = fc
  .array(limb, { minLength: 1, maxLength: 4 })
  .map((limbs) => limbs.reduce((value, next) => (value << 64n) | next, 0n));
const ofBits = fc.tuple(fc.bigInt(0n, MAX), fc.nat(255)).map(([value, less]) => value >> BigInt(less));
const word = fc.oneof(ofLimbs, ofBits, fc.constantFrom(...EDGES));
/** Generates a divisor and a number at most 2 from one of its multiples. */
const nearMultiple = fc
  .tuple(word, word, fc.bigInt(-2n, 2n))
  .map(([factor, divisor, more]): [bigint, bigint] => [
    wrap((divisor === 0n ? 0n : MAX / divisor < factor ? MAX / divisor : factor) * divisor + more),
    divisor,
  ]);
/** Generates the first operand of shifts, BYTE and SIGNEXTEND. */
const small = fc.oneof(fc.bigInt(0n, 300n), word);

describe.each(Object.entries(UNARY))('%s', (name, expected) => {
  it("equals BigInt's result", () => {
    const check = (a: bigint): void => {
      expect(new Set(results(name, a))).toEqual(new Set([expected(a)]));
    };
    EDGES.forEach(check);
    fc.assert(fc.property(word, check), { numRuns: RUNS });
  });
});

describe.each(Object.entries(BINARY))('%s', (name, expected) => {
  const check = (a: bigint, b: bigint): void => {
    expect(new Set(results(name, a, b)), `${name} ${a} ${b}`).toEqual(new Set([expected(a, b)]));
  };

  it("equals BigInt's result for every pair of edges", () => {
    for (const a of EDGES) for (const b of EDGES) check(a, b);
  });

  it("equals BigInt's result for any words", () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(word, word), fc.tuple(small, word), nearMultiple), ([a, b]) => check(a, b)),
      {
        numRuns: RUNS,
      },
    );
  });
});

describe.each(Object.entries(TERNARY))('%s', (name, expected) => {
  const check = (a: bigint, b: bigint, m: bigint): void => {
    expect(new Set(results(name, a, b, m)), `${name} ${a} ${b} ${m}`).toEqual(new Set([expected(a, b, m)]));
  };

  it("equals BigInt's result for edges", () => {
    for (const a of EDGES) for (const m of EDGES) for (const b of [a, 1n, MAX, 1n << 255n]) check(a, b, m);
  });

  it("equals BigInt's result for any words", () => {
    fc.assert(fc.property(word, word, word, check), { numRuns: RUNS });
    fc.assert(
      fc.property(word, nearMultiple, (b, [a, m]) => check(a, b, m)),
      { numRuns: RUNS },
    );
  });
});

describe.each(Object.entries(COMPARISONS))('%s', (name, expected) => {
  it("equals BigInt's result", () => {
    const check = (a: bigint, b: bigint): void => {
      expect(answer(name, a, b), `${a} ${b}`).toBe(Number(expected(a, b)));
    };
    for (const a of EDGES) for (const b of EDGES) check(a, b);
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, same) => check(a, same === 0 ? a : b)),
      { numRuns: RUNS },
    );
  });
});

describe.each(Object.entries(PROPERTIES))('%s', (name, expected) => {
  it("equals BigInt's result", () => {
    const check = (a: bigint): void => {
      expect(answer(name, a), `${a}`).toBe(expected(a));
    };
    EDGES.forEach(check);
    fc.assert(fc.property(word, check), { numRuns: RUNS });
  });
});

describe('bytes', () => {
  const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const view = () => new Uint8Array(memory.buffer, BYTES, 32);

  it('loads and stores words with their most significant byte first', () => {
    fc.assert(
      fc.property(word, (value) => {
        view().set(bytesOf(value));
        call['loadBig']?.(BYTES, OUT);
        expect(read(OUT)).toBe(value);
        view().fill(0xaa);
        call['storeBig']?.(OUT, BYTES);
        expect(Buffer.from(view())).toEqual(bytesOf(value));
      }),
      { numRuns: RUNS },
    );
  });

  it('hashes input of every length around its blocks', () => {
    const input = new Uint8Array(600).map((_, i) => (i * 131 + (i >> 3)) & 0xff);
    for (let length = 0; length <= input.length; length++) {
      new Uint8Array(memory.buffer).set(input, BYTES);
      call['keccak256']?.(BYTES, length, OUT);
      const hash = new Uint8Array(memory.buffer, OUT, 32);
      expect(Buffer.from(hash), `${length} bytes`).toEqual(Buffer.from(keccak256(input.subarray(0, length))));
    }
  });

  it('hashes into its own input', () => {
    new Uint8Array(memory.buffer, BYTES, 200).fill(7);
    call['keccak256']?.(BYTES, 200, BYTES + 8);
    const hash = new Uint8Array(memory.buffer, BYTES + 8, 32);
    expect(Buffer.from(hash)).toEqual(Buffer.from(keccak256(new Uint8Array(200).fill(7))));
  });
});
