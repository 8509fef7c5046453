/** dev: what a developer does to the chain from outside. Its messages come in transactions of the dev authority alone. */
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
