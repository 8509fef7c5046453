/** Implements `eth_config` (EIP-7910): returns the rules of the chain's only fork, which applies from genesis on. */
import { evmMethod } from '../context.js';
import { configView } from '../views/config.js';

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
