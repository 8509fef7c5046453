/**
 * Requires that all nodes have the same chain state after a height: application hash, validator sets, parameters and
 * results.
 */
import { encodeChainState } from '../../consensus/types/chain_state.js';
import { equalBytes } from '../../kernel/bytes.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'state agreement',
  observes: ['decided'],
  start: undefined,
  see(memory, observation) {
    if (observation.type !== 'decided' || observation.earlier === undefined) return memory;
    const [mine, theirs] = [observation.after.chain, observation.earlier.decidedState.chain];
    if (mine === theirs || equalBytes(encodeChainState(mine), encodeChainState(theirs))) return memory;
    return broken(
      'state agreement',
      `node ${observation.node} is in another state after height ${mine.lastBlockHeight}`,
    );
  },
});
