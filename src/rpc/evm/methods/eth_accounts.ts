/**
 * Implements `eth_accounts`. It lists the accounts of the mnemonic, then those of the keystore, including locked ones,
 * as geth does.
 */

import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { listAccounts } from '../signing/account_unlock.js';

export const eth_accounts = evmMethod({
  name: 'eth_accounts',
  summary: 'Lists the accounts of the node, also locked ones; empty for callers that may not use them.',
  params: [],
  result: 'array of addresses',
  handler: listAccounts,
  example: { params: [], result: [ALICE, BOB] },
});
