import { describe, expect, it } from 'vitest';
import { verifyKzgProof } from '../../../src/crypto/curves/kzg.js';
import { fromHex } from '../../../src/kernel/hex.js';

/** Generator of G1 and [τ]G1 of the Ethereum ceremony: the commitments to the polynomials 1 and x. */
const ONE = fromHex('97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb');
const X = fromHex('ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81');
const INFINITY = fromHex(`c0${'00'.repeat(47)}`);
const ORDER = 52435875175126190479447740508185965837690552500527637822603658699938581184513n;

describe('a KZG proof', () => {
  it('verifies for the polynomial x at any point: the quotient is 1', () => {
    for (const z of [0n, 1n, 77n, ORDER - 1n]) expect(verifyKzgProof(X, z, z, ONE)).toBe(true);
  });

  it('verifies for a constant: the quotient is 0', () => {
    expect(verifyKzgProof(ONE, 5n, 1n, INFINITY)).toBe(true);
    expect(verifyKzgProof(INFINITY, 5n, 0n, INFINITY)).toBe(true);
  });

  it('fails for another value, point or quotient', () => {
    expect(verifyKzgProof(X, 5n, 6n, ONE)).toBe(false);
    expect(verifyKzgProof(X, 5n, 5n, X)).toBe(false);
    expect(verifyKzgProof(ONE, 5n, 2n, INFINITY)).toBe(false);
  });

  it('is undefined for an invalid point or field element', () => {
    expect(verifyKzgProof(X, ORDER, 5n, ONE)).toBeUndefined();
    expect(verifyKzgProof(X, 5n, ORDER, ONE)).toBeUndefined();
    expect(verifyKzgProof(new Uint8Array(48), 5n, 5n, ONE)).toBeUndefined();
    expect(verifyKzgProof(X, 5n, 5n, X.subarray(1))).toBeUndefined();
    // The point with x = 4 is on the curve but outside the subgroup.
    expect(verifyKzgProof(fromHex(`80${'00'.repeat(46)}04`), 5n, 5n, ONE)).toBeUndefined();
  });
});
