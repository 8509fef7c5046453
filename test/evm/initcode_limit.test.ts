/** Tests initcode at its limit of 49,152 bytes (EIP-3860), on every machine. */
import { describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { to0x } from '../../src/kernel/hex.js';
import { at, Bench, SENDER } from './machine_kit.js';

const LIMIT = 49_152;
/** Creates a contract from this many zero bytes, and returns its address. */
const creating = (create: string, size: number): string =>
  `62${size.toString(16).padStart(6, '0')}${create}5f5260205ff3`;
const CREATE = '5f5ff0';
/** Puts the size below the salt: PUSH0, SWAP1, PUSH0, PUSH0, CREATE2. */
const CREATE2 = '5f905f5ff5';

describe.each(MACHINE_KINDS)('on the machine of the kind %s', (kind) => {
  it.each([
    ['CREATE', CREATE],
    ['CREATE2', CREATE2],
  ])('%s accepts exactly the maximum size', async (_, create) => {
    const bench = await Bench.open([], kind);
    bench.place(at(0xc0de), creating(create, LIMIT));
    const { error, output } = await bench.run();
    expect([error, BigInt(to0x(output)) > 0n]).toEqual([undefined, true]);
    bench.place(at(0xc0de), creating(create, LIMIT + 1));
    expect(await bench.run()).toMatchObject({ error: 'max initcode size exceeded' });
  });

  it('a word of initcode costs 2 gas, and that of a transaction has the same limit', async () => {
    const gasOf = async (size: number): Promise<bigint> => {
      const bench = await Bench.open([], kind);
      bench.place(at(0xc0de), `62${size.toString(16).padStart(6, '0')}5f5ff000`);
      return (await bench.run()).maxUsedGas;
    };
    // Both pay the same for memory: one more word costs 2 for initcode, and 3 for memory at this size.
    expect((await gasOf(64)) - (await gasOf(32))).toBe(5n);
    const bench = await Bench.open([], kind);
    const { error, maxUsedGas } = await bench.run({ to: undefined, input: new Uint8Array(LIMIT) }, 10_000n);
    // This much data costs its floor (EIP-7623), which is more than the run uses.
    expect([error, maxUsedGas]).toEqual([undefined, 21_000n + 10n * BigInt(LIMIT)]);
    expect(bench.state.account(createAddress(SENDER, 0n))?.nonce).toBe(1n);
  });
});
