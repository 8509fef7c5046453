/**
 * Defines x/auth: accounts' numbers and keys, and the parameters of Cosmos transactions. Sequences are the EVM's
 * nonces.
 */
import { defineModule } from '../../sdk/module/module.js';
import { exportAuth } from './export.js';
import { FEE_COLLECTOR } from './fee_collector.js';
import { parseAuthGenesis, writeAuthGenesis } from './genesis.js';
import { QUERIES } from './queries/index.generated.js';

export const auth = defineModule({
  name: 'auth',
  stores: ['auth'],
  accounts: [FEE_COLLECTOR],
  genesis: {
    parse: (node, { params, accounts }) => parseAuthGenesis(node, params.bech32Prefix, accounts),
    write: (state, genesis, { holders, accounts }) => writeAuthGenesis(state, genesis, holders(), accounts),
    export: exportAuth,
  },
  messages: [],
  queries: QUERIES,
});
