/**
 * Tests that a trap of the interpreter fails only its run: the error names the place, and the next run uses a new
 * instance.
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { at, Bench } from '../machine_kit.js';
import { trapNewInstances } from '../trapping.js';

beforeAll(installFastCrypto);
afterEach(() => vi.restoreAllMocks());

it('fails only the run that trapped', async () => {
  const bench = await Bench.open([], 'halley');
  bench.place(at(0xc0de), '600160020100');
  trapNewInstances();
  await expect(bench.run()).rejects.toThrow(
    'the interpreter trapped (unreachable) in block 7, from 0x000000000000000000000000000000000000aaaa to 0x000000000000000000000000000000000000c0de, 1 frames deep; the seed and the blocks of the chain reproduce it',
  );
  vi.restoreAllMocks();
  expect(await bench.run()).toMatchObject({ error: undefined, gasUsed: 21_009n });
});
