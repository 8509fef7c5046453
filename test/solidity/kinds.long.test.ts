/**
 * Compares the frames of over a hundred kinds of failures with those of Hardhat's network, under compilers since 0.5.
 * The older ones are installed beside the tests (`npm ci --prefix test/compat`).
 */
import { expect, onTestFinished, test } from 'vitest';
import { createDevnet } from '../../src/devnet/index.js';
import { compareKinds, compilerExists, VARIANTS } from './kinds.js';

/** Number of kinds, and how many of them have exactly the expected frames: here, and in Hardhat. */
const COUNTS: Readonly<Record<string, readonly [kinds: number, here: number, hardhat: number]>> = {
  '0.5.17': [91, 90, 81],
  '0.5.17 optimized': [91, 87, 72],
  '0.6.12': [99, 98, 88],
  '0.6.12 optimized': [99, 96, 78],
  '0.7.6': [100, 99, 89],
  '0.7.6 optimized': [100, 97, 79],
  '0.8.9': [112, 111, 98],
  '0.8.9 optimized': [112, 109, 53],
  '0.8.28': [113, 112, 99],
  '0.8.28 optimized': [113, 110, 53],
  '0.8.28 viaIR': [113, 72, 23],
  '0.8.30': [113, 112, 99],
  '0.8.30 optimized': [113, 110, 53],
  '0.8.30 viaIR': [113, 72, 23],
  '0.8.37': [113, 112, 99],
  '0.8.37 optimized': [113, 110, 53],
  '0.8.37 viaIR': [113, 72, 23],
};

/** Kinds whose frames only Hardhat has right, with the reason. */
const WORSE: Readonly<Record<string, string>> = {
  'library called directly': 'solc leaves functions of a library that change the state out of its ABI',
  'withColor of no color': 'Yul leaves no trace of the check, and the ABI does not tell the size of an enumeration',
  underflow: 'the check has no range in the function that called it, and one of the two blocks is chosen by chance',
};

test.skipIf(process.env['CI'] !== 'true').each(VARIANTS.filter(({ version }) => !compilerExists(version)))(
  'has solc $version',
  ({ version }) => {
    expect(compilerExists(version)).toBe(true);
  },
);

test.each(VARIANTS.filter(({ version }) => compilerExists(version)))(
  'tells as much as Hardhat under solc $name',
  async (variant) => {
    const devnet = await createDevnet({});
    onTestFinished(() => devnet.close());
    const compared = await compareKinds(variant, devnet);
    const worse = compared.filter(({ isRight, theyAreRight }) => theyAreRight && !isRight);
    expect(worse.filter(({ kind }) => WORSE[kind] === undefined)).toEqual([]);
    const right = compared.filter(({ isRight }) => isRight).length;
    const rightInHardhat = compared.filter(({ theyAreRight }) => theyAreRight).length;
    expect([compared.length, right, rightInHardhat]).toEqual(COUNTS[variant.name]);
  },
  // The compilers are WebAssembly, and take most of the time through Yul.
  300_000,
);
