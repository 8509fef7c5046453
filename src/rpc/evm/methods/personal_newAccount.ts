/** `personal_newAccount`: of chance, not of the mnemonic, as geth makes them. */
import { to0x } from '../../../kernel/hex.js';
import { NEW_ADDRESS } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password } from '../params/account.js';

export const personal_newAccount = evmMethod({
  name: 'personal_newAccount',
  summary: 'Makes a private key and keeps it under a password, as a locked account.',
  params: [password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, secret) => to0x(await evm.newAccount(secret)),
  example: { params: ['secret'], result: NEW_ADDRESS },
});
