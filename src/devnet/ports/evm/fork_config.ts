/** What EIP-7910 asks of a chain whose only fork begins with it. */
import { crc32 } from 'node:zlib';
import { HISTORY_ADDRESS } from '../../../app/modules/evm/history.js';
import { PRECOMPILES } from '../../../app/modules/precompiles.js';
import { PRECOMPILED } from '../../../evm/precompiled.js';
import { type Bytes, bigintToBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { toHex } from '../../../kernel/hex.js';
import type { EvmForkConfig } from '../../../rpc/ports/evm/instance.js';

/** The chain's own, by the last digits of their addresses (cosmos/evm `precompiles`). */
const OWN_NAMES: Readonly<Record<string, string>> = {
  '0400': 'BECH32',
  '0800': 'STAKING',
  '0802': 'ICS20',
  '0804': 'BANK',
};

export const forkConfigOf = (genesisHash: Bytes): EvmForkConfig => ({
  // EIP-2124: forks that a chain begins with are not counted.
  forkId: bigintToBytes(BigInt(crc32(genesisHash)), 4),
  precompiles: new Map([...PRECOMPILED, ...PRECOMPILES.map(({ address }) => [nameOf(address), address] as const)]),
  // Nothing is deposited, withdrawn or consolidated, and no beacon chain stands beneath.
  systemContracts: new Map([['HISTORY_STORAGE_ADDRESS', HISTORY_ADDRESS]]),
});

function nameOf(address: Bytes): string {
  const name = OWN_NAMES[toHex(address).slice(-4)];
  invariant(name !== undefined, `the precompile ${toHex(address)} has a name`);
  return name;
}
