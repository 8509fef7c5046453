/** Tests calls and creations to the depth of 1,024 (yellow paper, section 8), on every machine. */
import { describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { fromHex, to0x } from '../../src/kernel/hex.js';
import { at, Bench, SENDER } from './machine_kit.js';

/** Gas that suffices for the depth: a call passes on 63/64 of the gas, which at 1,024 leaves a ten-millionth. */
const GAS = 10n ** 15n;

/** Makes code that calls itself. It returns 1 more than the call has returned, or 0 when the call has failed. */
const counting = (call: string): string => `60205f5f5f${call}5f51015f5260205ff3`;
const CALLS = {
  CALL: counting('5f305af1'),
  CALLCODE: counting('5f305af2'),
  DELEGATECALL: counting('305af4'),
  STATICCALL: counting('305afa'),
} as const;

/**
 * Initcode that creates a contract from a copy of itself. The code that it returns is one word: 1 more than the word of
 * the created contract, or 0 when the creation has failed.
 */
const CREATION = '385f5f39385f5ff060205f5f833c15155f51015f5260205ff3';

describe.each(MACHINE_KINDS)('on the machine of the kind %s', (kind) => {
  it.each(Object.entries(CALLS))('%s reaches the depth of 1,024 and no further', async (_, code) => {
    const bench = await Bench.open([], kind);
    bench.place(at(0xc0de), code);
    const { error, output } = await bench.run({}, GAS);
    expect([error, BigInt(to0x(output))]).toEqual([undefined, 1024n]);
  });

  it('CREATE reaches the depth of 1,024, and does not change the nonce beyond it', async () => {
    const bench = await Bench.open([], kind);
    const { error } = await bench.run({ to: undefined, input: fromHex(CREATION) }, GAS);
    expect(error).toBeUndefined();
    const { state } = bench;
    let address = createAddress(SENDER, 0n);
    for (let depth = 0n; depth <= 1024n; depth++) {
      const { nonce, codeHash } = state.account(address) ?? expect.fail(`no contract at depth ${depth}`);
      expect([depth, nonce, BigInt(to0x(state.code(codeHash)))]).toEqual([
        depth,
        depth < 1024n ? 2n : 1n,
        1024n - depth,
      ]);
      address = createAddress(address, 1n);
    }
    expect(state.account(address)).toBeUndefined();
  });
});
