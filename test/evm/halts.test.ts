/** The words of a failure are part of a block's results: both machines find the same thing wrong first, as geth does. */
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
  ])('names %s', async (_, code, error) => {
    const bench = await Bench.open([], kind);
    bench.place(at(0xc0de), code);
    expect((await bench.run()).error).toBe(error);
  });
});
