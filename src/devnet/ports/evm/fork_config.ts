/** What EIP-7910 asks of a chain whose only fork begins with it. */
import { crc32 } from 'node:zlib';
import { HISTORY_ADDRESS } from '../../../app/modules/evm/history.js';
import { PRECOMPILES } from '../../../app/modules/precompiles.js';
import { PRECOMPILED } from '../../../evm/precompiled.js';
import { type Bytes, bigintToBytes } from '../../../kernel/bytes.js';
import type { EvmForkConfig } from '../../../rpc/ports/evm/instance.js';

export const forkConfigOf = (genesisHash: Bytes): EvmForkConfig => ({
  // EIP-2124: forks that a chain begins with are not counted.
  forkId: bigintToBytes(BigInt(crc32(genesisHash)), 4),
  precompiles: new Map([
    ...PRECOMPILED,
    ...PRECOMPILES.map(({ name, address }) => [name.toUpperCase(), address] as const),
  ]),
  // Nothing is deposited, withdrawn or consolidated, and no beacon chain stands beneath.
  systemContracts: new Map([['HISTORY_STORAGE_ADDRESS', HISTORY_ADDRESS]]),
});
