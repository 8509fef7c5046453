/** A fork's rules as EIP-7910 spells them. Blobs are refused, so their schedule allows none. */
import { to0x } from '../../../kernel/hex.js';
import type { EvmForkConfig } from '../../ports/evm/instance.js';
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

/** Of Osaka; without blobs nothing follows from it. */
const BLOB_FEE_UPDATE_FRACTION = 5_007_716;

export const configView = ({ forkId, precompiles, systemContracts }: EvmForkConfig, chainId: bigint): Json => ({
  current: {
    activationTime: 0,
    blobSchedule: { target: 0, max: 0, baseFeeUpdateFraction: BLOB_FEE_UPDATE_FRACTION },
    chainId: quantity(chainId),
    forkId: to0x(forkId),
    precompiles: named(precompiles),
    systemContracts: named(systemContracts),
  },
  next: null,
  last: null,
});

const named = (contracts: EvmForkConfig['precompiles']): Json =>
  Object.fromEntries([...contracts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, at]) => [name, to0x(at)]));
