/** `anvil_autoImpersonateAccount`. */

import { defineDevSetter } from '../define_dev_setter.js';
import { flag } from '../params/values.js';

export const anvil_autoImpersonateAccount = defineDevSetter({
  name: 'anvil_autoImpersonateAccount',
  aliases: ['hardhat_autoImpersonateAccount'],
  summary: 'Lets the node send in the name of every account, or again only of those that were named.',
  params: [flag],
  handler: ({ evm }, all) => evm.impersonateAll(all),
  example: { params: [false] },
});
