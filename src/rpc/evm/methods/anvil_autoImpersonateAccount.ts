/** `anvil_autoImpersonateAccount`. */
import { evmMethod } from '../context.js';
import { flag } from '../params/values.js';

export const anvil_autoImpersonateAccount = evmMethod({
  name: 'anvil_autoImpersonateAccount',
  summary: 'Lets the node send in the name of every account, or again only of those that were named.',
  params: [flag],
  result: 'null',
  trustedOnly: true,
  handler: async ({ evm }, all) => {
    await evm.impersonateAll(all);
    return null;
  },
  example: { params: [false], result: null },
});
