/** Compares the curves of mcl with noble: the same results and the same errors. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nobleBls12381 } from '../../../src/crypto/curves/bls12_381.js';
import { loadMclBls12381 } from '../../../src/crypto/curves/bls12_381_mcl.js';
import { nobleBn254 } from '../../../src/crypto/curves/bn254.js';
import { loadMclBn254 } from '../../../src/crypto/curves/bn254_mcl.js';
import type { Bls12381 } from '../../../src/crypto/curves/curve_backend.js';
import { bls12381Curve, bn254Curve, p256Curve } from '../../../src/crypto/curves/index.js';
import { verifyKzgProof } from '../../../src/crypto/curves/kzg.js';
import { loadMclP256 } from '../../../src/crypto/curves/p256_mcl.js';
import { checkPointEvaluation, G1, G2, TAU_G2 } from '../../../src/crypto/curves/point_evaluation.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { outcomeOf } from '../../evm/halley/precompiles/precompile_kit.js';

const word = (value: bigint): Bytes => bigintToBytes(value, 32);
const element = (value: bigint): Bytes => bigintToBytes(value, 64);

/** Returns the result or the error, however often the computation pauses. */
function said(run: () => Bytes | Generator<void, Bytes | boolean>): string {
  const outcome = outcomeOf(() => {
    const answer = run();
    return answer instanceof Uint8Array ? answer : asBytes(answer);
  });
  return 'error' in outcome ? outcome.error : outcome.output;
}

function* asBytes(steps: Generator<void, Bytes | boolean>): Generator<void, Bytes> {
  const answer = yield* steps;
  return typeof answer === 'boolean' ? Uint8Array.of(answer ? 1 : 0) : answer;
}

/** Generates any word, usually one around a limit. */
const anyScalar = (order: bigint) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n),
  );

/** Changes one byte of valid data, or none. */
const spoilt = (bytes: Bytes, at: number, by: number): Bytes => {
  const out = bytes.slice();
  if (out.length > 0) out[at % out.length] = (out[at % out.length] as number) ^ by;
  return out;
};
const at = fc.nat(2000);
const by = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 255 }));

describe('alt_bn128', () => {
  const order = bn254.fields.Fr.ORDER;
  const g1 = (k: bigint): Bytes => {
    if (k % order === 0n) return new Uint8Array(64);
    const { x, y } = bn254.G1.Point.BASE.multiply(k % order).toAffine();
    return concatBytes(word(x), word(y));
  };
  const g2 = (k: bigint): Bytes => {
    if (k % order === 0n) return new Uint8Array(128);
    const { x, y } = bn254.G2.Point.BASE.multiply(k % order).toAffine();
    return concatBytes(word(x.c1), word(x.c0), word(y.c1), word(y.c0));
  };
  const scalar = anyScalar(order);

  it('adds and multiplies as noble', async () => {
    const mcl = await loadMclBn254();
    fc.assert(
      fc.property(scalar, scalar, at, by, (a, b, where, change) => {
        const sum = spoilt(concatBytes(g1(a), g1(b)), where, change);
        expect(
          said(() => mcl.add(sum)),
          toHex(sum),
        ).toBe(said(() => nobleBn254.add(sum)));
        const multiple = spoilt(concatBytes(g1(a), word(b)), where, change);
        expect(
          said(() => mcl.mul(multiple)),
          toHex(multiple),
        ).toBe(said(() => nobleBn254.mul(multiple)));
      }),
      { numRuns: 40 },
    );
  });

  it('has no point whose y is zero', async () => {
    for (const curve of [await loadMclBn254(), nobleBn254]) {
      const point = concatBytes(word(5n), word(0n));
      expect(said(() => curve.add(concatBytes(point, g1(1n))))).toBe('point is not on curve');
      expect(said(() => curve.mul(concatBytes(point, word(1n))))).toBe('point is not on curve');
      expect(said(() => curve.pairing(concatBytes(point, g2(1n))))).toBe('point is not on curve');
      expect(said(() => curve.pairing(concatBytes(g1(1n), word(1n), word(2n), new Uint8Array(64))))).toBe(
        'point is not on curve',
      );
    }
  });

  it('pairs as noble', async () => {
    const mcl = await loadMclBn254();
    const few = { minLength: 0, maxLength: 3 };
    fc.assert(
      fc.property(fc.array(fc.tuple(scalar, scalar), few), fc.boolean(), at, by, (pairs, closed, where, change) => {
        const all = pairs.flatMap(([a, b]) => [g1(a), g2(b)]);
        const rest = pairs.reduce((sum, [a, b]) => sum + a * b, 0n) % order;
        if (closed) all.push(g1(order - rest), g2(1n));
        const input = spoilt(concatBytes(...all), where, change);
        const own = said(() => mcl.pairing(input));
        expect(own, toHex(input)).toBe(said(() => nobleBn254.pairing(input)));
        if (closed && change === 0) expect(own).toBe('01');
      }),
      { numRuns: 12 },
    );
  });
});

describe('BLS12-381', () => {
  const order = bls12_381.fields.Fr.ORDER;
  const g1 = (k: bigint): Bytes => {
    if (k % order === 0n) return new Uint8Array(128);
    const { x, y } = bls12_381.G1.Point.BASE.multiply(k % order).toAffine();
    return concatBytes(element(x), element(y));
  };
  const g2 = (k: bigint): Bytes => {
    if (k % order === 0n) return new Uint8Array(256);
    const { x, y } = bls12_381.G2.Point.BASE.multiply(k % order).toAffine();
    return concatBytes(element(x.c0), element(x.c1), element(y.c0), element(y.c1));
  };
  const scalar = anyScalar(order);

  it('adds, sums multiples and maps as noble', async () => {
    const mcl = await loadMclBls12381();
    const terms = fc.array(fc.tuple(scalar, scalar), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(terms, at, by, (list, where, change) => {
        const [[a, b]] = list as [[bigint, bigint]];
        const agree = (method: keyof Bls12381, input: Bytes): void =>
          expect(
            said(() => mcl[method](input)),
            `${method} ${toHex(input)}`,
          ).toBe(said(() => nobleBls12381[method](input)));
        agree('g1Add', spoilt(concatBytes(g1(a), g1(b)), where, change));
        agree('g2Add', spoilt(concatBytes(g2(a), g2(b)), where, change));
        agree('g1Msm', spoilt(concatBytes(...list.flatMap(([k, s]) => [g1(k), word(s)])), where, change));
        agree('g2Msm', spoilt(concatBytes(...list.flatMap(([k, s]) => [g2(k), word(s)])), where, change));
        agree('mapToG1', spoilt(element(a), where, change));
        agree('mapToG2', spoilt(concatBytes(element(a), element(b)), where, change));
      }),
      { numRuns: 8 },
    );
  });

  it('pairs as noble', async () => {
    const mcl = await loadMclBls12381();
    fc.assert(
      fc.property(scalar, scalar, at, by, (a, b, where, change) => {
        const one = concatBytes(g1(a), g2(b), g1(order - ((a * b) % order)), g2(1n));
        const input = spoilt(one, where, change);
        const own = said(() => mcl.pairing(input));
        expect(own, toHex(input)).toBe(said(() => nobleBls12381.pairing(input)));
        if (change === 0) expect(own).toBe('01');
      }),
      { numRuns: 8 },
    );
  });

  it('has no point whose y is zero', async () => {
    for (const curve of [await loadMclBls12381(), nobleBls12381]) {
      const first = concatBytes(element(5n), element(0n));
      const second = concatBytes(element(5n), element(6n), new Uint8Array(128));
      const refused = 'invalid point: not on curve';
      expect(said(() => curve.g1Add(concatBytes(first, G1)))).toBe(refused);
      expect(said(() => curve.g2Add(concatBytes(G2, second)))).toBe(refused);
      expect(said(() => curve.g1Msm(concatBytes(first, word(1n))))).toBe(refused);
      expect(said(() => curve.g2Msm(concatBytes(second, word(1n))))).toBe(refused);
      expect(said(() => curve.pairing(concatBytes(first, G2)))).toBe(refused);
      expect(said(() => curve.pairing(concatBytes(G1, second)))).toBe(refused);
    }
  });

  it('pauses after a number of points, and keeps no state in between', async () => {
    const mcl = await loadMclBls12381();
    const input = concatBytes(...Array.from({ length: 40 }, (_, i) => [g1(BigInt(i + 1)), word(7n)]).flat());
    const steps = mcl.g1Msm(input);
    let pauses = 0;
    for (;;) {
      const step = steps.next();
      if (step.done) {
        expect(toHex(step.value)).toBe(toHex(g1(BigInt(7 * 20 * 41))));
        break;
      }
      pauses++;
      // Other computations run meanwhile.
      mcl.g1Add(concatBytes(g1(9n), g1(8n)));
      said(() => mcl.pairing(concatBytes(G1, G2)));
    }
    expect(pauses).toBeGreaterThanOrEqual(5);
  });

  it('evaluates commitments as noble', async () => {
    const mcl = await loadMclBls12381();
    const x = fromHex(
      'ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81',
    );
    const one = fromHex(
      '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
    );
    fc.assert(
      fc.property(scalar, at, by, by, (z, where, change, other) => {
        const call = { commitment: spoilt(x, where, change), z, y: z, proof: spoilt(one, where, other) };
        const found = said(() => asTruth(checkPointEvaluation(mcl, call)));
        const expected = verifyKzgProof(call.commitment, call.z, call.y, call.proof);
        expect(found === '01').toBe(expected === true);
        expect(found === "can't verify opening proof").toBe(expected === false);
      }),
      { numRuns: 20 },
    );
    expect(TAU_G2).toHaveLength(256);
  });

  function* asTruth(steps: Generator<void, void>): Generator<void, boolean> {
    yield* steps;
    return true;
  }
});

describe('secp256r1', () => {
  const verifyByNoble = (signature: Bytes, hash: Bytes, publicKey: Bytes): boolean => {
    try {
      return p256.verify(signature, hash, concatBytes(Uint8Array.of(4), publicKey), { prehash: false, lowS: false });
    } catch {
      return false;
    }
  };

  it('verifies as noble', async () => {
    const mcl = await loadMclP256();
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    fc.assert(
      fc.property(bytes(32), bytes(32), at, by, (seed, hash, where, change) => {
        const secret = p256.utils.randomSecretKey(concatBytes(seed, seed).subarray(0, 48));
        const key = p256.getPublicKey(secret, false).subarray(1);
        const signature = p256.sign(hash, secret, { prehash: false, lowS: false });
        const all = spoilt(concatBytes(hash, signature, key), where, change);
        const parts = [all.subarray(0, 32), all.subarray(32, 96), all.subarray(96)] as const;
        expect(mcl.verify(...parts)).toBe(change === 0);
        const [digest, rs, point] = parts;
        expect(verifyByNoble(rs, digest, point)).toBe(change === 0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a loaded library', () => {
  it('is absent before it is loaded, and cannot be used until then', async () => {
    for (const curve of [bn254Curve, bls12381Curve, p256Curve]) {
      expect(() => curve.get()).toThrow('is used before prepare() has resolved');
      const ready = curve.prepare();
      expect(curve.prepare()).toBe(ready);
      await ready;
      expect(curve.prepare()).toBeUndefined();
      expect(curve.get()).toBe(curve.get());
    }
  });
});
