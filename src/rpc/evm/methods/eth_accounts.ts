/** `eth_accounts`: those of the mnemonic, then those of the keystore, locked ones too, as geth lists them. */

import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { listAccounts } from '../signing/account_unlock.js';

export const eth_accounts = evmMethod({
  name: 'eth_accounts',
  summary: 'Accounts whose keys the node holds, locked ones too; none for a caller that could not use them.',
  params: [],
  result: 'array of addresses',
  handler: listAccounts,
  example: { params: [], result: [ALICE, BOB] },
});
