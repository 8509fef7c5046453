/** Defines x/feegrant: accounts that pay the fees of others. */
import { defineModule } from '../../sdk/module/module.js';
import { ALLOWANCES } from './allowances.js';
import { exportFeegrant, parseFeegrantGenesis, writeFeegrantGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { deleteExpired } from './store.js';

/** Most allowances that the end of a block removes. */
const PRUNED_BY_BLOCK = 200;

export const feegrant = defineModule({
  name: 'feegrant',
  stores: ['feegrant'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseFeegrantGenesis(node, params.bech32Prefix),
    write: (state, genesis, { request }) => writeFeegrantGenesis(state, genesis, request.time),
    export: exportFeegrant,
  },
  messages: MESSAGES,
  queries: QUERIES,
  interfaces: { 'cosmos.feegrant.v1beta1.FeeAllowanceI': ALLOWANCES },
  endBlock({ state, time }) {
    deleteExpired(state, time, PRUNED_BY_BLOCK);
    return { events: [] };
  },
});
