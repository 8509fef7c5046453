/** Implements x/staking: validators, delegations, and the validator set that consensus gets. */
import { defineModule } from '../../sdk/module/module.js';
import { holdingOf } from '../bank/genesis.js';
import { bank } from '../bank/module.js';
import { endStakingBlock, type StakingHooks } from './end_block.js';
import { exportStaking } from './export.js';
import { genesisUpdates, parseStakingGenesis, writeStakingGenesis } from './genesis.js';
import { stakingProblem } from './invariants.js';
import { MESSAGES } from './messages/index.generated.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { QUERIES } from './queries/index.generated.js';

/** Defines the module. It needs the hooks that follow what happens to validators. */
export const staking = ({ stakingHooks }: { readonly stakingHooks: StakingHooks }) =>
  defineModule({
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
        writeStakingGenesis(state, genesis, initialHeight > 1n ? initialHeight : 0n, stakingHooks),
      export: exportStaking,
      validators: genesisUpdates,
    },
    messages: MESSAGES,
    queries: QUERIES,
    endBlock: (block) => endStakingBlock(block, stakingHooks),
    problem: (state) => stakingProblem(state, 'gifts'),
  });
