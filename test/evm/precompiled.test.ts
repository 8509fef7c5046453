/** Tests that the precompiles in `eth_config` are those of the machine. */
import { getActivePrecompiles } from '@ethereumjs/evm';
import { describe, expect, it } from 'vitest';
import { PRECOMPILES } from '../../src/app/precompiles/index.generated.js';
import { forkConfigOf } from '../../src/devnet/backends/evm/node.js';
import { createCommon } from '../../src/evm/ethereumjs/common.js';
import { precompiledOf } from '../../src/evm/halley/precompiles/index.js';
import { HARDFORK, HARDFORKS } from '../../src/evm/hardfork.js';
import { precompiledIn, precompileTest } from '../../src/evm/precompiled.js';
import { bigintToBytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';

describe.each(HARDFORKS)('under %s', (fork) => {
  const named = [...precompiledIn(fork).values()].map(toHex).sort();

  it('every precompile of either machine has its name', () => {
    const common = createCommon(0n, fork).forMachine();
    expect([...getActivePrecompiles(common as never).keys()].sort()).toEqual(named);
    const numbers = [...precompiledOf(fork).keys()].map((number) => toHex(bigintToBytes(BigInt(number), 20)));
    expect(numbers.sort()).toEqual(named);
  });

  it('no other address is a precompile', () => {
    const around = Array.from({ length: 0x10102 }, (_, number) => bigintToBytes(BigInt(number), 20));
    const high = Uint8Array.of(1, ...new Uint8Array(18), 1);
    expect([...around, high].filter(precompileTest(fork)).map(toHex)).toEqual(named);
  });
});

it('every stateful precompile of the chain has a name', () => {
  const { precompiles, forkId } = forkConfigOf(new Uint8Array(32), HARDFORK);
  expect(precompiles.size).toBe(precompiledIn(HARDFORK).size + PRECOMPILES.length);
  // The value is the CRC-32 of 32 zero bytes.
  expect(toHex(forkId)).toBe('190a55ad');
});
