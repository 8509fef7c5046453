/** The fork configuration of EIP-7910 for a chain whose only fork begins with it. */
import { crc32 } from 'node:zlib';
import { HISTORY_ADDRESS } from '../../../app/modules/evm/block_hash_history.js';
import { PRECOMPILES } from '../../../app/precompiles/index.generated.js';
import type { EvmForkConfig } from '../../../backend/evm/instance.js';
import { type Hardfork, isFrom } from '../../../evm/hardfork.js';
import { precompiledIn } from '../../../evm/precompiled.js';
import { type Bytes, bigintToBytes } from '../../../kernel/bytes.js';

/** Fractions of Ethereum's mainnet (EIPs 4844, 7691). On a chain without blobs they have no effect. */
const BLOB_FEE_UPDATE_FRACTIONS: Readonly<Record<Hardfork, number | undefined>> = {
  shanghai: undefined,
  cancun: 3_338_477,
  prague: 5_007_716,
  osaka: 5_007_716,
};

export const forkConfigOf = (genesisHash: Bytes, hardfork: Hardfork): EvmForkConfig => ({
  // EIP-2124 does not count the forks of the genesis.
  forkId: bigintToBytes(BigInt(crc32(genesisHash)), 4),
  precompiles: new Map<string, Bytes>([
    ...precompiledIn(hardfork),
    ...PRECOMPILES.map(({ name, address }) => [name.toUpperCase(), address] as const),
  ]),
  // The chain has no deposits, withdrawals, consolidations or beacon chain.
  systemContracts: new Map(isFrom(hardfork, 'prague') ? [['HISTORY_STORAGE_ADDRESS', HISTORY_ADDRESS]] : []),
  blobFeeUpdateFraction: BLOB_FEE_UPDATE_FRACTIONS[hardfork],
});
