/** `hardhat_impersonateAccount`: `eth_sendTransaction` then sends in its name, without its key. */
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const hardhat_impersonateAccount = defineDevSetter({
  name: 'hardhat_impersonateAccount',
  aliases: ['anvil_impersonateAccount'],
  summary: 'Lets the node send in the name of an account, also of a contract, without its key.',
  params: [address],
  handler: ({ evm }, account) => evm.impersonate(account),
  example: { params: [BOB] },
});
