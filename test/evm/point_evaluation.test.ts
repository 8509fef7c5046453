/**
 * Tests the point evaluation precompile (EIP-4844) on every machine with the vectors of c-kzg-4844: valid proofs, invalid
 * proofs, and invalid input.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { concatBytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { at, Bench } from './machine_kit.js';

interface Vector {
  readonly name: string;
  readonly commitment: string;
  readonly z: string;
  readonly y: string;
  readonly proof: string;
  /** Tells whether the proof is valid; null for invalid input. */
  readonly output: boolean | null;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../vectors/c-kzg-4844-b7e4098/verify_kzg_proof.json', import.meta.url), 'utf8'),
) as readonly Vector[];

/** Output: the number of a blob's field elements, and the order of BLS12-381's scalar field. */
const ANSWER = `${(4096).toString(16).padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`;
const GAS = 50_000n;

const inputOf = ({ commitment, z, y, proof }: Vector): Uint8Array => {
  const [c, ...rest] = [commitment, z, y, proof].map((hex) => fromHex(hex.slice(2))) as [Uint8Array, ...Uint8Array[]];
  const [point, value, quotient] = rest as [Uint8Array, Uint8Array, Uint8Array];
  return concatBytes(Uint8Array.of(1), sha256(c).subarray(1), point, value, c, quotient);
};

beforeAll(async () => {
  await installFastCrypto();
});

describe.each(MACHINE_KINDS)('on the machine of the kind %s', (kind) => {
  it.each(VECTORS.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const bench = await Bench.open([], kind);
    const { error, output } = await bench.run({ to: at(0x0a), input: inputOf(vector) }, GAS);
    if (vector.output === true) expect([error, toHex(output)]).toEqual([undefined, ANSWER]);
    else expect([typeof error, toHex(output)]).toEqual(['string', '']);
  });

  it('fails with the versioned hash of another commitment, or without enough gas', async () => {
    const bench = await Bench.open([], kind);
    const input = inputOf(VECTORS.find(({ output }) => output === true) as Vector);
    expect(await bench.run({ to: at(0x0a), input }, GAS - 1n)).toMatchObject({ error: 'out of gas' });
    input[0] = 2;
    expect(await bench.run({ to: at(0x0a), input }, GAS)).toMatchObject({ error: 'mismatched versioned hash' });
  });
});
