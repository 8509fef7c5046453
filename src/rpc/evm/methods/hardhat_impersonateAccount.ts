/** `hardhat_impersonateAccount`: `eth_sendTransaction` then sends in its name, without its key. */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const hardhat_impersonateAccount = evmMethod({
  name: 'hardhat_impersonateAccount',
  aliases: ['anvil_impersonateAccount'],
  summary: 'Lets the node send in the name of an account, also of a contract, without its key.',
  params: [address],
  result: 'boolean',
  trustedOnly: true,
  handler: async ({ evm }, account) => {
    await evm.impersonate(account);
    return true;
  },
  example: { params: [BOB], result: true },
});
