/** What `eth_config` names is what the machine has. */
import { getActivePrecompiles } from '@ethereumjs/evm';
import { expect, it } from 'vitest';
import { PRECOMPILES } from '../../src/app/modules/precompiles.js';
import { forkConfigOf } from '../../src/devnet/ports/evm/fork_config.js';
import { createCommon } from '../../src/evm/ethereumjs/common.js';
import { isPrecompile, PRECOMPILED } from '../../src/evm/precompiled.js';
import { bigintToBytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';

it('every precompile of the fork has its name', () => {
  const common = createCommon().forMachine();
  const there = [...getActivePrecompiles(common as never).keys()].sort();
  expect([...PRECOMPILED.values()].map(toHex).sort()).toEqual(there);
});

it('nothing else is taken for one', () => {
  const around = Array.from({ length: 0x10102 }, (_, number) => bigintToBytes(BigInt(number), 20));
  const high = Uint8Array.of(1, ...new Uint8Array(18), 1);
  expect([...around, high].filter(isPrecompile).map(toHex)).toEqual([...PRECOMPILED.values()].map(toHex));
});

it('so has every one of the chain', () => {
  const { precompiles, forkId } = forkConfigOf(new Uint8Array(32));
  expect(precompiles.size).toBe(PRECOMPILED.size + PRECOMPILES.length);
  // CRC-32 of 32 zero bytes.
  expect(toHex(forkId)).toBe('190a55ad');
});
