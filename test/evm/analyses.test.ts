import { expect, it } from 'vitest';
import { Analyses } from '../../src/evm/ethereumjs/evm.js';

const code = (length: number, first = 0): Uint8Array => new Uint8Array(length).fill(first, 0, 1);

it('analyses a code once for each array that holds it', () => {
  const analyses = new Analyses();
  let made = 0;
  const of = (bytes: Uint8Array): number => analyses.of(bytes, () => ++made);
  const first = code(10);
  expect([of(first), of(first), of(code(10)), of(first)]).toEqual([1, 1, 2, 1]);
});

it('drops the least recently used code when there is too much', () => {
  const analyses = new Analyses();
  let made = 0;
  const of = (bytes: Uint8Array): number => analyses.of(bytes, () => ++made);
  const [old, used, more, last] = [code(100_000), code(100_000), code(50_000), code(100_000)];
  expect([of(old), of(used), of(more), of(old), of(last)]).toEqual([1, 2, 3, 1, 4]);
  expect([of(old), of(more), of(last)]).toEqual([1, 3, 4]);
  expect(of(used)).toBe(5);
  expect(of(code(300_000))).toBe(6);
  expect(of(old)).toBe(7);
});
