/**
 * Tests words of calldata that are wider than the type of their argument (go-ethereum accounts/abi refuses them too).
 */
import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { definePrecompile, type PrecompileCall, precompileFunction } from '../../../src/app/sdk/solidity/precompile.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../src/kernel/text.js';

const NAMED = 'function wait((uint64 number, bool now) height, uint8 kind) returns (bool)';
const SIGNATURE = 'wait((uint64,bool),uint8)';
const seen: unknown[] = [];
const precompile = definePrecompile('test', '0x0000000000000000000000000000000000000999', [
  precompileFunction(NAMED, (args) => {
    seen.push(args);
    return [true];
  }),
]);

/** Encodes the words without any conversion to the types. */
const call = (...words: readonly bigint[]) => {
  const types = words.map(() => ({ type: 'uint256' }));
  const input = fromHex(`${toFunctionSelector(SIGNATURE).slice(2)}${encodeAbiParameters(types, words).slice(2)}`);
  return precompile.run(input, { isStatic: false, value: 0n } as PrecompileCall);
};

describe('a word of calldata', () => {
  it('is accepted up to the width of its type', async () => {
    seen.length = 0;
    expect((await call(2n ** 64n - 1n, 1n, 255n)).reverted).toBe(false);
    expect(seen).toEqual([[{ number: 2n ** 64n - 1n, now: true }, 255]]);
  });

  it.each([
    ['uint64', [2n ** 64n, 0n, 0n]],
    ['uint64', [2n ** 256n - 1n, 0n, 0n]],
    ['bool', [0n, 2n, 0n]],
    ['uint8', [0n, 0n, 256n]],
  ] as const)('reverts when it is wider: %s', async (_type, words) => {
    seen.length = 0;
    const { reverted, output } = await call(...words);
    expect([reverted, seen]).toEqual([true, []]);
    expect(fromUtf8(output.subarray(68))).toMatch(/^abi: /);
  });
});
