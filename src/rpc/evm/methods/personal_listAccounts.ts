/** `personal_listAccounts`: what `eth_accounts` lists. */
import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { listAccounts } from '../signing/account_unlock.js';

export const personal_listAccounts = evmMethod({
  name: 'personal_listAccounts',
  summary: 'Accounts whose keys the node holds, locked ones too; none for a caller that could not use them.',
  params: [],
  result: 'array of addresses',
  handler: listAccounts,
  example: { params: [], result: [ALICE, BOB] },
});
