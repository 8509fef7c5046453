/**
 * Defines the module dev: changes that a developer makes from outside. Only transactions of the dev authority carry its
 * messages.
 */
import { defineModule } from '../../sdk/module/module.js';
import { beginDevBlock } from './begin_block.js';
import { exportDev, parseDevGenesis, writeDevGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';

export const dev = defineModule({
  name: 'dev',
  stores: ['dev'],
  accounts: [],
  genesis: { parse: parseDevGenesis, write: writeDevGenesis, export: exportDev },
  messages: MESSAGES,
  queries: [],
  beginBlock: ({ state }) => beginDevBlock(state),
});
