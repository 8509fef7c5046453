/** Implements `hardhat_impersonateAccount`. `eth_sendTransaction` may then send as this account, without its key. */
import { BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { address } from '../params/values.js';

export const hardhat_impersonateAccount = defineDevSetter({
  name: 'hardhat_impersonateAccount',
  aliases: ['anvil_impersonateAccount'],
  summary: 'Lets the node send transactions as an account without its key; the account may be a contract.',
  kind: 'change',
  params: [address],
  handler: ({ evm }, account) => evm.impersonate(account),
  example: { params: [BOB] },
});
