import { describe, expect, it } from 'vitest';
import { outOfGasReason } from '../../src/evm/out_of_gas.js';

const SSTORE = 0x55;
const MLOAD = 0x51;
const MCOPY = 0x5e;
const CALL = 0xf1;
const RETURNDATACOPY = 0x3e;

const reason = (opcode: number, items: readonly bigint[], gasLeft = 0n, memoryWords = 0n): string =>
  outOfGasReason({ opcode, item: (place) => items[place] ?? 0n, gasLeft, memoryWords });

describe('the error of an operation that cannot be paid', () => {
  it.each<[string, string, number, readonly bigint[], bigint]>([
    ['a price above the gas left', 'out of gas', MLOAD, [1_000_000n], 0n],
    ['a store at the sentry', 'out of gas: not enough gas for reentrancy sentry', SSTORE, [0n, 1n], 2_300n],
    ['a store above the sentry', 'out of gas', SSTORE, [0n, 1n], 2_301n],
    ['memory beyond 64 bits', 'gas uint64 overflow', MLOAD, [2n ** 64n - 32n], 0n],
    ['memory whose last word ends beyond 64 bits', 'gas uint64 overflow', MLOAD, [2n ** 64n - 63n], 0n],
    ['the last memory of 64 bits', 'out of gas: gas uint64 overflow', MLOAD, [2n ** 64n - 64n], 0n],
    ['memory beyond the priced size', 'out of gas: gas uint64 overflow', MLOAD, [0x1fffffffe0n], 0n],
    ['the last priced memory', 'out of gas', MLOAD, [0x1fffffffe0n - 32n], 0n],
    ['the source of a copy', 'gas uint64 overflow', MCOPY, [0n, 2n ** 255n, 1n], 0n],
    ['a far place for nothing', 'out of gas', MCOPY, [2n ** 255n, 2n ** 255n, 0n], 0n],
    ['the output of a call', 'gas uint64 overflow', CALL, [0n, 0n, 0n, 0n, 0n, 2n ** 255n, 1n], 0n],
    ['too much return data, paid', 'return data out of bounds', RETURNDATACOPY, [0n, 0n, 32n], 9n],
    ['too much return data, unpaid', 'out of gas', RETURNDATACOPY, [0n, 0n, 32n], 8n],
    ['endless return data', 'gas uint64 overflow', RETURNDATACOPY, [0n, 0n, 2n ** 255n], 100n],
  ])('%s', (_, expected, opcode, items, gasLeft) => {
    expect(reason(opcode, items, gasLeft)).toBe(expected);
  });

  it('counts only the growth of memory', () => {
    expect(reason(RETURNDATACOPY, [0n, 0n, 32n], 6n, 1n)).toBe('return data out of bounds');
    expect(reason(RETURNDATACOPY, [0n, 0n, 32n], 5n, 1n)).toBe('out of gas');
  });
});
