/** `eth_accounts`: empty for a caller that could not use them. */

import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';

export const eth_accounts = evmMethod({
  name: 'eth_accounts',
  summary: 'Accounts that the node signs for, as far as the caller may use them.',
  params: [],
  result: 'array of addresses',
  handler: ({ evm, peer }) => (peer.trusted ? evm.accounts().map(to0x) : []),
  example: { params: [], result: [ALICE, BOB] },
});
