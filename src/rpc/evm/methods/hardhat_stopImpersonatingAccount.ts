/** `hardhat_stopImpersonatingAccount`. What was sent in its name until then stays good. */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const hardhat_stopImpersonatingAccount = evmMethod({
  name: 'hardhat_stopImpersonatingAccount',
  aliases: [{ name: 'anvil_stopImpersonatingAccount', answer: () => null }],
  summary: 'Ends what hardhat_impersonateAccount began; false when nothing had.',
  params: [address],
  result: 'boolean',
  trustedOnly: true,
  handler: ({ evm }, account) => evm.stopImpersonating(account),
  example: { params: [BOB], result: false },
});
