/** Defines x/distribution: rewards of validators and delegators, and the community pool. */

import { hasModule, readChainParams } from '../../sdk/chain_params.js';
import { defineModule } from '../../sdk/module/module.js';
import { DISTRIBUTION } from '../staking/rewards/store.js';
import { beginDistributionBlock } from './allocation.js';
import { exportDistribution, parseDistributionGenesis, writeDistributionGenesis } from './genesis.js';
import { distributionProblem } from './invariants.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const distribution = defineModule({
  name: 'distribution',
  isOptional: true,
  stores: ['distribution'],
  accounts: [DISTRIBUTION],
  genesis: {
    parse: parseDistributionGenesis,
    write: (state, genesis, { request: { initialHeight } }) =>
      writeDistributionGenesis(state, genesis, initialHeight > 1n ? initialHeight : 0n),
    export: exportDistribution,
  },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: beginDistributionBlock,
  problem: (state) => (hasModule(readChainParams(state), 'distribution') ? distributionProblem(state) : undefined),
});
