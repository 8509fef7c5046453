/** Implements `eth_config` (EIP-7910): returns the rules of the chain's only fork, which applies from genesis on. */
import type { EvmForkConfig } from '../../../backend/evm/node.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

/**
 * Writes the rules of a fork in the form of EIP-7910. Blob transactions are refused, so the blob schedule allows none.
 */
const configView = (
  { forkId, precompiles, systemContracts, blobFeeUpdateFraction }: EvmForkConfig,
  chainId: bigint,
): Json => ({
  current: {
    activationTime: 0,
    blobSchedule:
      blobFeeUpdateFraction === undefined ? null : { target: 0, max: 0, baseFeeUpdateFraction: blobFeeUpdateFraction },
    chainId: quantity(chainId),
    forkId: to0x(forkId),
    precompiles: namedAddresses(precompiles),
    systemContracts: namedAddresses(systemContracts),
  },
  next: null,
  last: null,
});

const namedAddresses = (contracts: EvmForkConfig['precompiles']): Json =>
  Object.fromEntries([...contracts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, at]) => [name, to0x(at)]));

export const eth_config = evmMethod({
  name: 'eth_config',
  summary: 'Describes the fork rules of the chain: precompiles, system contracts, blobs.',
  params: [],
  result: 'object: current; next and last are null',
  handler: ({ evm }) => configView(evm.forkConfig(), evm.chainId),
  example: {
    params: [],
    result: {
      current: { activationTime: 0, chainId: '0x7a69', precompiles: { ECREC: `0x${'00'.repeat(19)}01` } },
      next: null,
      last: null,
    },
  },
});
