/** Implements `hardhat_stopImpersonatingAccount`. Transactions that were sent as this account before stay valid. */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const hardhat_stopImpersonatingAccount = evmMethod({
  name: 'hardhat_stopImpersonatingAccount',
  aliases: [{ name: 'anvil_stopImpersonatingAccount', answer: () => null }],
  summary: 'Ends the impersonation of an account; returns false when the account was not impersonated.',
  params: [address],
  result: 'boolean',
  trustedOnly: true,
  kind: 'change',
  handler: ({ evm }, account) => evm.stopImpersonating(account),
  example: { params: [BOB], result: false },
});
