/** Defines ICS-20: tokens are sent to other chains and return (ibc-go v10 `modules/apps/transfer`). */
import { defineModule } from '../../sdk/module/module.js';
import { bank } from '../bank/module.js';
import { TRANSFER_ACCOUNT } from './account.js';
import { exportTransfer } from './export.js';
import { parseTransferGenesis, writeTransferGenesis } from './genesis.js';
import { transferProblem } from './invariants.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const transfer = defineModule({
  name: 'transfer',
  stores: ['transfer'],
  accounts: [TRANSFER_ACCOUNT],
  genesis: {
    parse: (node, { of }) => parseTransferGenesis(node, of(bank)),
    write: writeTransferGenesis,
    export: exportTransfer,
  },
  messages: MESSAGES,
  queries: QUERIES,
  problem: transferProblem,
});
