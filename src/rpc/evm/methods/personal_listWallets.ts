/**
 * Implements `personal_listWallets`. It would list devices, of which a node of this chain has none (evm-json-rpc.md
 * 1.7).
 */
import { evmMethod } from '../context.js';

export const personal_listWallets = evmMethod({
  name: 'personal_listWallets',
  summary: 'Lists hardware wallets: always null; use personal_listAccounts for the accounts.',
  params: [],
  result: 'null',
  handler: () => null,
  example: { params: [], result: null },
});
