/** Provides inputs of precompiles: valid ones, nearly valid ones, and random bytes. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { concatBytes, leftPadded } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { fromHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';

/** Draws random numbers. */
interface Draws {
  /** Draws from 0 to `count - 1`. */
  below(count: number): number;
  /** Draws from `least` to `most`, both included. */
  between(least: number, most: number): number;
  one<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const HASH = sha256(utf8('what is signed'));

const number = (value: bigint, length = 32): Uint8Array => fromHex(value.toString(16).padStart(2 * length, '0'));
const zeros = (length: number): Uint8Array => new Uint8Array(length);

/** Encodes a coordinate of BLS12-381 as EIP-2537 specifies. */
const bls = (value: bigint): Uint8Array => number(value, 64);
const blsG1 = (n: bigint): Uint8Array => {
  const { x, y } = bls12_381.G1.Point.BASE.multiply(n).toAffine();
  return concatBytes(bls(x), bls(y));
};
const blsG2 = (n: bigint): Uint8Array => {
  const { x, y } = bls12_381.G2.Point.BASE.multiply(n).toAffine();
  return concatBytes(bls(x.c0), bls(x.c1), bls(y.c0), bls(y.c1));
};
const minusBlsG1 = (): Uint8Array => {
  const { x, y } = bls12_381.G1.Point.BASE.negate().toAffine();
  return concatBytes(bls(x), bls(y));
};

const bnG1 = (n: bigint): Uint8Array => {
  const { x, y } = bn254.G1.Point.BASE.multiply(n).toAffine();
  return concatBytes(number(x), number(y));
};
/** EIP-197 puts the imaginary part first. */
const bnG2 = (n: bigint): Uint8Array => {
  const { x, y } = bn254.G2.Point.BASE.multiply(n).toAffine();
  return concatBytes(number(x.c1), number(x.c0), number(y.c1), number(y.c0));
};
const minusBnG1 = (): Uint8Array => {
  const { x, y } = bn254.G1.Point.BASE.negate().toAffine();
  return concatBytes(number(x), number(y));
};

const modexp = (base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array): Uint8Array =>
  concatBytes(...[base, exponent, modulus].map(({ length }) => number(BigInt(length))), base, exponent, modulus);

const blake = (rounds: number, final: number): Uint8Array =>
  concatBytes(
    number(BigInt(rounds), 4),
    Uint8Array.from({ length: 64 }, (_, i) => i),
    zeros(144),
    Uint8Array.of(final),
  );

/** Commitment of a blob that is 9 everywhere. */
const COMMITMENT = fromHex(
  'ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81',
);
const PROOF = fromHex(
  '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
);

const p256Input = (): Uint8Array => {
  const secret = leftPadded(Uint8Array.of(7), 32);
  const signature = p256.sign(HASH, secret, { prehash: false, lowS: false });
  return concatBytes(HASH, signature, p256.getPublicKey(secret, false).subarray(1));
};

export interface PrecompileInput {
  /** Number of the precompile. */
  readonly at: number;
  readonly input: Uint8Array;
}

/** Returns valid inputs of every precompile. */
export async function rightInputs(): Promise<readonly PrecompileInput[]> {
  const { r, s, v } = await sign({ hash: `0x${Buffer.from(HASH).toString('hex')}`, privateKey: KEY });
  if (privateKeyToAccount(KEY) === undefined || v === undefined) throw new Error('the key signs');
  const list: [number, Uint8Array][] = [
    [1, concatBytes(HASH, number(v), fromHex(r), fromHex(s))],
    [2, utf8('two')],
    [3, utf8('three')],
    [4, utf8('four, which comes back as it is')],
    [5, modexp(Uint8Array.of(3), Uint8Array.of(5), Uint8Array.of(7))],
    [5, modexp(zeros(0), zeros(0), Uint8Array.of(1))],
    [5, modexp(HASH, HASH, concatBytes(HASH, Uint8Array.of(255)))],
    [5, modexp(HASH, zeros(40), zeros(3))],
    [6, concatBytes(bnG1(2n), bnG1(5n))],
    [6, concatBytes(bnG1(2n), zeros(64))],
    [6, zeros(0)],
    [7, concatBytes(bnG1(3n), HASH)],
    [7, concatBytes(bnG1(3n), number(0n))],
    [8, concatBytes(bnG1(1n), bnG2(1n), minusBnG1(), bnG2(1n))],
    [8, concatBytes(bnG1(1n), bnG2(2n))],
    [8, zeros(0)],
    [9, blake(12, 1)],
    [9, blake(300, 0)],
    [9, blake(0, 1)],
    [10, concatBytes(Uint8Array.of(1), sha256(COMMITMENT).subarray(1), number(9n), number(9n), COMMITMENT, PROOF)],
    [11, concatBytes(blsG1(2n), blsG1(3n))],
    [11, concatBytes(blsG1(2n), zeros(128))],
    [12, concatBytes(blsG1(2n), HASH, blsG1(3n), number(4n))],
    [13, concatBytes(blsG2(2n), blsG2(3n))],
    [14, concatBytes(blsG2(2n), HASH)],
    [15, concatBytes(blsG1(1n), blsG2(1n), minusBlsG1(), blsG2(1n))],
    [15, concatBytes(blsG1(1n), blsG2(2n))],
    [16, bls(77n)],
    [17, concatBytes(bls(77n), bls(78n))],
    [0x100, p256Input()],
  ];
  return list.map(([at, input]) => ({ at, input }));
}

/** Draws a valid input, one with a byte changed, one that is too short or too long, or random bytes. */
export function drawInput(draw: Draws, right: readonly PrecompileInput[]): PrecompileInput {
  const { at, input } = draw.one(right);
  switch (draw.below(6)) {
    case 0: {
      const changed = Uint8Array.from(input);
      if (changed.length > 0) changed[draw.below(changed.length)] = draw.below(256);
      return { at, input: at === 9 ? input : changed };
    }
    case 1:
      return { at, input: input.subarray(0, draw.below(input.length + 1)) };
    case 2:
      return { at, input: concatBytes(input, draw.bytes(draw.between(1, 40))) };
    case 3:
      return { at: at === 9 || at === 5 ? 2 : at, input: draw.bytes(draw.below(300)) };
    default:
      return { at, input };
  }
}
