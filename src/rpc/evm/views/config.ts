/**
 * Writes the rules of a fork in the form of EIP-7910. Blob transactions are refused, so the blob schedule allows none.
 */

import type { EvmForkConfig } from '../../../backend/evm/instance.js';
import { to0x } from '../../../kernel/hex.js';
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

export const configView = (
  { forkId, precompiles, systemContracts, blobFeeUpdateFraction }: EvmForkConfig,
  chainId: bigint,
): Json => ({
  current: {
    activationTime: 0,
    blobSchedule:
      blobFeeUpdateFraction === undefined ? null : { target: 0, max: 0, baseFeeUpdateFraction: blobFeeUpdateFraction },
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
