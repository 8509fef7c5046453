/** Implements `personal_newAccount`. The key is random and does not come from the mnemonic, as in geth. */
import { to0x } from '../../../kernel/hex.js';
import { NEW_ADDRESS } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password } from '../params/account.js';

export const personal_newAccount = evmMethod({
  name: 'personal_newAccount',
  summary: 'Creates a private key and stores it under a password as a locked account.',
  params: [password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, secret) => to0x(await evm.newAccount(secret)),
  example: { params: ['secret'], result: NEW_ADDRESS },
});
