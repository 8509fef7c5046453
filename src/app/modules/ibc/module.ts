/** IBC's core (ibc-go v10, classic channels): light clients of other chains, connections, channels, packets. */
import { defineModule } from '../../module/module.js';
import { exportIbc } from './export.js';
import { parseIbcGenesis, writeIbcGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const ibc = defineModule({
  name: 'ibc',
  stores: ['ibc'],
  accounts: [],
  genesis: { parse: (node) => parseIbcGenesis(node), write: writeIbcGenesis, export: exportIbc },
  messages: MESSAGES,
  queries: QUERIES,
  precompiles: [],
});
