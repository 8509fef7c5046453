/**
 * Tests the error of a failure, which is part of a block's results: both machines report the same first error as geth.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { at, Bench } from './machine_kit.js';

beforeAll(installFastCrypto);

describe.each(MACHINE_KINDS)('the machine of the kind %s', (kind) => {
  it.each<[string, string, string]>([
    ['the stack before memory that has no price', '666160015ff3005f52', 'stack underflow (1 <=> 2)'],
    ['the stack before memory that is too dear', '63ffffffff52', 'stack underflow (1 <=> 2)'],
    ['memory that has no price', '5f67ffffffffffffffff52', 'gas uint64 overflow'],
    ['the size of initcode', '61c0015f5ff0', 'max initcode size exceeded'],
    ['initcode in memory that is too dear', '61c00063ffffffff5ff0', 'out of gas'],
  ])('reports %s', async (_, code, error) => {
    const bench = await Bench.open([], kind);
    bench.place(at(0xc0de), code);
    expect((await bench.run()).error).toBe(error);
  });

  it('does not treat the revert data of a creation as code', async () => {
    const bench = await Bench.open([], kind);
    // The initcode reverts with 0xef00. The code then returns the size of the return data and the gas that a failed
    // creation leaves.
    bench.place(at(0xc0de), '6961ef005f526002601efd5f52600a60165ff0503d5f5260205ff3');
    const { error, output, gasUsed } = await bench.run();
    expect([error, output.at(-1), gasUsed < 100_000n]).toEqual([undefined, 2, true]);
  });
});
