/** Implements `anvil_autoImpersonateAccount` (Anvil). */

import { defineDevSetter } from '../define_dev_setter.js';
import { flag } from '../params/values.js';

export const anvil_autoImpersonateAccount = defineDevSetter({
  name: 'anvil_autoImpersonateAccount',
  aliases: ['hardhat_autoImpersonateAccount'],
  summary: 'Lets the node send transactions as any account, or ends that.',
  kind: 'change',
  params: [flag],
  handler: ({ evm }, all) => evm.impersonateAll(all),
  example: { params: [false] },
});
