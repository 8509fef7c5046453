/** Shows the conflicting commits of a chain to EVM clients. */
import type { EvmConflict } from '../../../backend/evm/conflict.js';
import type { Chain } from '../../chain/chain.js';
import { conflictView } from '../../views/conflict_view.js';

export const evmConflict = ({ simNetwork, keys }: Pick<Chain, 'simNetwork' | 'keys'>): EvmConflict => ({
  conflictingCommits: () => conflictView(simNetwork, keys),
});
