/** Tests how the page reads the chain: when it reads again, which heights, what a search means, what changed. */

import { describe, expect, it } from 'vitest';
import { coins, grouped, gwei, shorten, visible } from '../../../src/dashboard/explorer/read/format.js';
import { stateChanges } from '../../../src/dashboard/explorer/read/traces.js';
import { readQuery } from '../../../src/dashboard/explorer/read/typed.js';
import { LiveReader, type Outcome } from '../../../src/dashboard/explorer/read/use_live.js';
import { heightsOf } from '../../../src/dashboard/views/blocks/read_blocks.js';
import { sampledHeights } from '../../../src/dashboard/views/validators/read_validators.js';

describe('LiveReader', () => {
  /** Returns a reader whose reads and waits end when the test says so. */
  function aReader() {
    const reads: ((value: number) => void)[] = [];
    const waits: (() => void)[] = [];
    const shown: Outcome<number>[] = [];
    const read = (): Promise<number> => new Promise((resolve) => reads.push(resolve));
    const reader = new LiveReader(
      read,
      (outcome) => shown.push(outcome),
      (action) => waits.push(action),
    );
    const answer = async (value: number): Promise<void> => {
      reads.at(-1)?.(value);
      await new Promise<void>((resolve) => setImmediate(resolve));
    };
    return { reader, reads, waits, shown, answer };
  }

  it('never has two reads on their way, and reads once more for all requests during a read', async () => {
    const { reader, reads, waits, shown, answer } = aReader();
    for (let i = 0; i < 5; i++) reader.request();
    expect(reads).toHaveLength(1);
    await answer(1);
    expect(shown).toEqual([{ value: 1 }]);
    expect(reads).toHaveLength(1);
    waits.shift()?.();
    expect(reads).toHaveLength(2);
    await answer(2);
    waits.shift()?.();
    expect(reads).toHaveLength(2);
  });

  it('shows nothing after it was closed, and reports a failure', async () => {
    const { reader, shown, answer } = aReader();
    reader.request();
    reader.close();
    await answer(1);
    expect(shown).toEqual([]);
    const failed: Outcome<number>[] = [];
    const failing = new LiveReader<number>(
      () => Promise.reject(new Error('no answer')),
      (outcome) => failed.push(outcome),
      () => undefined,
    );
    failing.request();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(failed).toEqual([{ error: 'no answer' }]);
  });
});

it('chooses a page of heights, whatever the length of the chain', () => {
  expect(heightsOf(undefined, 100_000)).toHaveLength(25);
  expect(heightsOf(undefined, 100_000)[0]).toBe(100_000);
  expect(heightsOf(50, 100_000).at(-1)).toBe(26);
  expect(heightsOf(3, 100_000)).toEqual([3, 2, 1, 0]);
  expect(heightsOf(Number.NaN, 7)[0]).toBe(7);
  expect(heightsOf(1e12, 7)[0]).toBe(7);
});

it('samples heights evenly, and never more than twenty', () => {
  expect(sampledHeights(0)).toEqual([]);
  expect(sampledHeights(1)).toEqual([1]);
  expect(sampledHeights(5)).toEqual([1, 2, 3, 4, 5]);
  const many = sampledHeights(100_000);
  expect([many.length, many[0], many.at(-1)]).toEqual([20, 99_901, 100_000]);
});

it('understands heights, hashes of both kinds, addresses of both kinds, and names', () => {
  const hash = 'AB'.repeat(32);
  expect(readQuery(' 1,234 ')).toEqual({ type: 'height', height: '1234' });
  expect(readQuery(hash)).toEqual({ type: 'hash', hash: `0x${'ab'.repeat(32)}` });
  expect(readQuery(`0x${hash}`)).toEqual({ type: 'hash', hash: `0x${'ab'.repeat(32)}` });
  const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  expect(readQuery('0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266')).toEqual({ type: 'address', address });
  expect(readQuery('halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu')).toEqual({ type: 'address', address });
  expect(readQuery('Shop')).toEqual({ type: 'name', name: 'Shop' });
  expect(readQuery('  ')).toBeUndefined();
});

it('shortens text without cutting a character, and shows what hides or reorders text', () => {
  expect(shorten('abc', 3)).toEqual({ text: 'abc', more: 0 });
  expect(shorten(`a${'😀'.repeat(3)}`, 4)).toEqual({ text: 'a😀', more: 4 });
  const large = 'x'.repeat(1_000_000);
  expect(shorten(large, 240)).toEqual({ text: 'x'.repeat(240), more: 999_760 });
  expect(visible('a\u202eb\u0000\u2066')).toBe('a\\u{202e}b\\u{0}\\u{2066}');
  expect(visible('line\n\tnext é שלום')).toBe('line\n\tnext é שלום');
  expect(visible(`z${'\u0300'.repeat(500)}`)).toBe(`z${'\u0300'.repeat(3)}`);
});

it('writes amounts without rounding', () => {
  expect(grouped('0xf4240')).toBe('1,000,000');
  expect(coins('0xde0b6b3a7640001')).toBe('1.000000000000000001');
  expect(coins(12_345n * 10n ** 18n)).toBe('12,345');
  expect(gwei(589_994_493n)).toBe('0.589994493 gwei');
});

it('lists what a transaction changed, also what became zero or was deleted', () => {
  const [one, two] = [`0x${'0'.repeat(63)}1`, `0x${'0'.repeat(63)}2`];
  const zero = `0x${'0'.repeat(64)}`;
  const diff = {
    pre: {
      a: { balance: '0x5', nonce: 1, storage: { [one]: two } },
      gone: { balance: '0x7', nonce: 1, code: '0x60' },
    },
    post: { a: { balance: '0x4' }, made: { balance: '0x1', nonce: 1, code: '0x61' } },
  };
  expect(stateChanges(diff)).toEqual([
    { address: 'a', what: 'balance', before: '5', after: '4' },
    { address: 'a', what: one, before: two, after: zero },
    { address: 'gone', what: 'balance', before: '7', after: '0' },
    { address: 'gone', what: 'nonce', before: '1', after: '0' },
    { address: 'gone', what: 'code', before: '0x60', after: '0x' },
    { address: 'made', what: 'balance', before: '0', after: '1' },
    { address: 'made', what: 'nonce', before: '0', after: '1' },
    { address: 'made', what: 'code', before: '0x', after: '0x61' },
  ]);
});
