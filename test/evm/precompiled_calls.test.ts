/** Tests that Ethereum's precompiles behave the same for callers on every machine. */
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { at, Bench } from './machine_kit.js';

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const element = (value: bigint): string => value.toString(16).padStart(128, '0');
const PRODUCT = `${word(1n)}${word(2n)}`;

/** Address, an input, and the output or the error. */
const CALLS: readonly (readonly [address: number, input: string, answer: string | { readonly error: string }])[] = [
  [0x02, '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [0x03, '', `${'00'.repeat(12)}9c1185a5c5e9fc54612808977ee8f548b2258d31`],
  [0x04, '0102', '0102'],
  [0x05, `${word(1n)}${word(1n)}${word(1n)}030507`, '05'],
  [0x06, `${PRODUCT}${'00'.repeat(64)}`, PRODUCT],
  [0x06, `${word(1n)}${word(3n)}`, { error: 'point is not on curve' }],
  [0x07, `${PRODUCT}${word(1n)}`, PRODUCT],
  [0x08, '', word(1n)],
  [0x08, `${word(5n)}${word(0n)}${'00'.repeat(128)}`, { error: 'point is not on curve' }],
  [0x08, '00', { error: 'bad elliptic curve pairing size' }],
  [0x09, '00', { error: 'invalid input length' }],
  [0x0a, '00', { error: 'invalid input length' }],
  [0x0b, '00'.repeat(256), '00'.repeat(128)],
  [0x0c, `${element(5n)}${element(0n)}${word(1n)}`, { error: 'invalid point: not on curve' }],
  [0x0f, '00'.repeat(384), word(1n)],
  [0x100, '00'.repeat(160), ''],
];

beforeAll(async () => {
  await installFastCrypto();
});

describe.each(MACHINE_KINDS)('a precompile, called through the machine of the kind %s,', (kind) => {
  it("returns its output, or geth's error", async () => {
    const bench = await Bench.open([], kind);
    for (const [address, input, answer] of CALLS) {
      const { error, output } = await bench.run({ to: at(address), input: fromHex(input) });
      const found = error === undefined ? toHex(output) : { error };
      expect(found, `${address} ${input}`).toEqual(answer);
    }
  });

  it('uses all gas of a refused call, and its price otherwise', async () => {
    const bench = await Bench.open([], kind);
    const gasOf = async (input: string): Promise<bigint> =>
      (await bench.run({ to: at(8), input: fromHex(input) }, 60_000n)).maxUsedGas;
    expect(await gasOf('')).toBe(21_000n + 45_000n);
    expect(await gasOf('00')).toBe(21_004n + 60_000n);
    const { error } = await bench.run({ to: at(8) }, 44_999n);
    expect(error).toBe('out of gas');
  });
});
