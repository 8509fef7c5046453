/** `personal_listWallets`: devices, of which a node of this chain knows none (evm-json-rpc.md 1.7). */
import { evmMethod } from '../context.js';

export const personal_listWallets = evmMethod({
  name: 'personal_listWallets',
  summary: 'Hardware wallets: there are none; personal_listAccounts has the accounts.',
  params: [],
  result: 'null',
  handler: () => null,
  example: { params: [], result: null },
});
