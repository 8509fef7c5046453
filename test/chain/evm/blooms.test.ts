import { expect, it } from 'vitest';
import { KeptBlooms } from '../../../src/chain/evm/blooms.js';
import type { Bytes } from '../../../src/kernel/bytes.js';

it('kept blooms are read once, never mistaken for those of another height, and forgotten after a revert', () => {
  const asked: bigint[] = [];
  const bloomOf = (height: bigint): Bytes => Uint8Array.of(Number(height % 251n));
  const blooms = new KeptBlooms();
  const get = (height: bigint): Bytes | undefined =>
    blooms.get(height, () => {
      asked.push(height);
      return height < 1_000_000n ? bloomOf(height) : undefined;
    });
  // All three share a slot.
  const heights = [5n, 5n + 65_536n, 5n + 2n * 65_536n];
  for (const height of heights) expect([get(height), get(height)]).toEqual([bloomOf(height), bloomOf(height)]);
  expect(get(5n)).toEqual(bloomOf(5n));
  expect(asked).toEqual([...heights, 5n]);
  // What is not there yet may come.
  expect([get(1_000_000n), get(1_000_000n)]).toEqual([undefined, undefined]);
  expect(asked.slice(4)).toEqual([1_000_000n, 1_000_000n]);
  blooms.clear();
  get(5n);
  expect(asked.slice(6)).toEqual([5n]);
});
