/** Defines x/slashing and x/evidence, which punish double signing. */
import { defineModule } from '../../sdk/module/module.js';
import { handleMisbehavior } from './evidence.js';
import { exportSlashing } from './export.js';
import { parseSlashingGenesis, writeSlashingGenesis } from './genesis.js';
import { QUERIES } from './queries/index.generated.js';

export const slashing = defineModule({
  name: 'slashing',
  stores: ['slashing'],
  accounts: [],
  genesis: {
    parse: (node, { request, params }) => parseSlashingGenesis(node, params.bech32Prefix, request.consensusParams),
    write: writeSlashingGenesis,
    export: exportSlashing,
  },
  messages: [],
  queries: QUERIES,
  beginBlock: ({ state }, header) => handleMisbehavior(state, header),
});
