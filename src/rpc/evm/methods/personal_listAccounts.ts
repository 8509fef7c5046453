/** Implements `personal_listAccounts`, which returns the same as `eth_accounts`. */
import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { listAccounts } from '../signing/account_unlock.js';

export const personal_listAccounts = evmMethod({
  name: 'personal_listAccounts',
  summary: 'Lists the accounts of the node, also locked ones; empty for callers that may not use them.',
  params: [],
  result: 'array of addresses',
  handler: listAccounts,
  example: { params: [], result: [ALICE, BOB] },
});
