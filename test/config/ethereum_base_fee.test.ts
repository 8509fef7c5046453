/** Tests the rule of EIP-1559 with the examples of its specification. */
import { expect, it } from 'vitest';
import { nextBaseFeeOfHeader } from '../../src/config/ethereum_base_fee.js';

it.each([
  [100n, 50n, 1000n, 1000n],
  [100n, 100n, 1000n, 1125n],
  [100n, 0n, 1000n, 875n],
  [100n, 51n, 7n, 8n],
  [0n, 0n, 5n, 5n],
])('a block of %d gas that used %d at base fee %d is followed by %d', (gasLimit, gasUsed, baseFee, next) => {
  expect(nextBaseFeeOfHeader({ gasLimit, gasUsed, baseFee })).toBe(next);
});
