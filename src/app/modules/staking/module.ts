/** x/staking: validators, delegations, and the set that consensus is told of. */
import { defineModule } from '../../module/module.js';
import { holdingOf } from '../bank/genesis.js';
import { bank } from '../bank/module.js';
import { endStakingBlock } from './end_block.js';
import { exportStaking } from './export.js';
import { parseStakingGenesis, writeStakingGenesis } from './genesis.js';
import { stakingProblem } from './invariants.js';
import { MESSAGES } from './messages/index.generated.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { PRECOMPILES } from './precompiles/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const staking = defineModule({
  name: 'staking',
  stores: ['staking'],
  accounts: [BONDED_POOL, NOT_BONDED_POOL],
  genesis: {
    parse: (node, { request, params, of }) => {
      const { bech32Prefix: prefix, baseDenom } = params;
      const pools = {
        bonded: holdingOf(of(bank), BONDED_POOL.address, baseDenom),
        notBonded: holdingOf(of(bank), NOT_BONDED_POOL.address, baseDenom),
      };
      return parseStakingGenesis(node, { prefix, baseDenom, request, pools });
    },
    write: (state, genesis, { request: { initialHeight } }) =>
      writeStakingGenesis(state, genesis, initialHeight > 1n ? initialHeight : 0n),
    export: exportStaking,
  },
  messages: MESSAGES,
  queries: QUERIES,
  precompiles: PRECOMPILES,
  endBlock: ({ state, height, time }) => endStakingBlock(state, { height, time }),
  problem: (state) => stakingProblem(state, 'gifts'),
});
