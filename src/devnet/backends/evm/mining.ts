/** Mines blocks on demand. */
import type { EvmMining } from '../../../backend/evm/mining.js';
import type { Mining } from '../../runtime/mine_blocks.js';

export const evmMining = (mining: Mining): EvmMining => ({
  mineBlocks: (request) => mining.mine(request),
});
