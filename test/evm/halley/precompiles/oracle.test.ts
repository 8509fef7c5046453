/** Compares precompiles with the EVM library's, fork by fork, for valid input and for random bytes. */
import { Common, Hardfork as LibraryFork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM, NobleBN254 } from '@ethereumjs/evm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { precompiledOf } from '../../../../src/evm/halley/precompiles/index.js';
import { HARDFORKS, type Hardfork } from '../../../../src/evm/hardfork.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../../../src/kernel/bytes.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { contractAt, outcomeOf } from './precompile_kit.js';

const GAS = 30_000_000n;
const LIBRARY_FORKS: Readonly<Record<Hardfork, LibraryFork>> = {
  shanghai: LibraryFork.Shanghai,
  cancun: LibraryFork.Cancun,
  prague: LibraryFork.Prague,
  osaka: LibraryFork.Osaka,
};

const libraries = new Map<Hardfork, EVM>();

beforeAll(async () => {
  await installFastCrypto();
  for (const fork of HARDFORKS) {
    const common = new Common({ chain: Mainnet, hardfork: LIBRARY_FORKS[fork] });
    libraries.set(fork, await createEVM({ common, bn254: new NobleBN254() }));
  }
});

interface Facts {
  readonly gas: bigint;
  readonly output: string;
  readonly failed: boolean;
}

async function theirs(fork: Hardfork, address: number, data: Bytes): Promise<Facts> {
  const library = libraries.get(fork) as EVM;
  const run = library.getPrecompile(`0x${address.toString(16).padStart(40, '0')}`);
  if (run === undefined) throw new Error(`the library has no contract at ${address} in ${fork}`);
  const result = await run({ data, gasLimit: GAS, common: library.common, _EVM: library });
  const failed = result.exceptionError !== undefined;
  return { gas: result.executionGasUsed, output: failed ? '' : toHex(result.returnValue), failed };
}

async function ours(fork: Hardfork, address: number, input: Bytes): Promise<Facts> {
  const contract = await contractAt(fork, address);
  const gas = contract.gasOf(input);
  if (gas > Number(GAS)) return { gas: GAS, output: '', failed: true };
  const outcome = outcomeOf(() => contract.run(input));
  if ('error' in outcome) return { gas: GAS, output: '', failed: true };
  return { gas: BigInt(gas), output: outcome.output, failed: false };
}

async function agree(fork: Hardfork, address: number, input: Bytes): Promise<void> {
  const [own, other] = [await ours(fork, address, input), await theirs(fork, address, input)];
  expect(own, `${fork} ${address}: ${toHex(input)}`).toEqual(other);
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const upTo = (length: number) => fc.uint8Array({ maxLength: length });
const fork = fc.constantFrom(...HARDFORKS);

describe('precompiles agree with the library', () => {
  it('about hashes, copies and signatures of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fork, fc.constantFrom(1, 2, 3, 4), upTo(400), (rules, address, input) =>
        agree(rules, address, input),
      ),
      { numRuns: 100 },
    );
  });

  it('about signatures of any numbers', async () => {
    const number = fc.oneof(
      bytes(32),
      fc.constantFrom(0n, 1n, 2n ** 256n - 1n).map((n) => bigintToBytes(n, 32)),
    );
    await fc.assert(
      fc.asyncProperty(bytes(32), fc.integer({ min: 26, max: 29 }), number, number, (hash, v, r, s) =>
        agree('osaka', 1, concatBytes(hash, bigintToBytes(BigInt(v), 32), r, s)),
      ),
      { numRuns: 60 },
    );
  });

  it('about modular powers', async () => {
    const size = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constantFrom(96, 128, 256, 1024, 1025));
    await fc.assert(
      fc.asyncProperty(fork, size, size, size, upTo(600), (rules, base, exponent, modulus, rest) => {
        const sizes = [base, exponent, modulus].map((n) => bigintToBytes(BigInt(n), 32));
        return agree(rules, 5, concatBytes(...sizes, rest));
      }),
      { numRuns: 150 },
    );
  });

  it('about rounds of BLAKE2b', async () => {
    await fc.assert(
      fc.asyncProperty(fork, fc.integer({ min: 0, max: 20_000 }), bytes(208), fc.nat(2), (rules, rounds, rest, flag) =>
        agree(rules, 9, concatBytes(bigintToBytes(BigInt(rounds), 4), rest, Uint8Array.of(flag))),
      ),
      { numRuns: 30 },
    );
  });

  it('about curves with random input', async () => {
    const small = bytes(64).map((element) => element.fill(0, 0, 17));
    const input = fc.oneof(
      upTo(600),
      fc.array(small, { maxLength: 8 }).map((parts) => concatBytes(...parts)),
    );
    const address = fc.constantFrom(6, 7, 8, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x100);
    await fc.assert(
      fc.asyncProperty(address, input, (at, data) => agree('osaka', at, data)),
      { numRuns: 200 },
    );
  });
});

it('a precompile returns output or an InputError for any input', async () => {
  const lengths = [0, 1, 31, 32, 64, 96, 128, 160, 192, 213, 256, 288, 384, 512, 576];
  const input = fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom(0, 0, -1, 1), fc.integer({ min: 0, max: 255 }), upTo(600))
    .map(([length, more, fill, start]) => {
      const out = new Uint8Array(Math.max(length + more, 0)).fill(fill);
      out.set(start.subarray(0, Math.min(start.length, out.length)));
      return out;
    });
  await fc.assert(
    fc.asyncProperty(fork, fc.nat(), input, async (rules, which, data) => {
      const addresses = [...precompiledOf(rules).keys()];
      const contract = await contractAt(rules, addresses[which % addresses.length] as number);
      const gas = contract.gasOf(data);
      expect(gas === Infinity || Number.isSafeInteger(gas)).toBe(true);
      expect(gas).toBeGreaterThanOrEqual(0);
      if (gas <= 3_000_000) outcomeOf(() => contract.run(data));
    }),
    { numRuns: 1500 },
  );
});

it('a long-running precompile pauses', async () => {
  const pauses = async (address: number, input: Bytes): Promise<number> => {
    const contract = await contractAt('osaka', address);
    const outcome = outcomeOf(() => contract.run(input));
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.pauses;
  };
  const modexp = concatBytes(...[1024n, 1024n, 1024n].map((n) => bigintToBytes(n, 32)), new Uint8Array(3072).fill(255));
  expect(await pauses(5, modexp)).toBeGreaterThan(1000);
  expect(await pauses(8, new Uint8Array(192 * 40))).toBeGreaterThanOrEqual(20);
  const rounds = concatBytes(bigintToBytes(100_000n, 4), new Uint8Array(209));
  expect(await pauses(9, rounds)).toBeGreaterThanOrEqual(10);
  expect(await pauses(0x0c, new Uint8Array(160 * 40))).toBeGreaterThanOrEqual(5);
  expect(await pauses(0x0e, new Uint8Array(288 * 40))).toBeGreaterThanOrEqual(10);
  expect(await pauses(0x0f, new Uint8Array(384 * 40))).toBeGreaterThanOrEqual(20);
});
