/** Blocks on demand, by the loop. */
import type { EvmMining } from '../../../rpc/ports/evm/mining.js';
import type { Mining } from '../../run/mining.js';

export const evmMining = (mining: Mining): EvmMining => ({
  mineBlocks: (request) => mining.mine(request),
});
