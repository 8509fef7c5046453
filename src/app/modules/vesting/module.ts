/** Defines x/auth/vesting: messages that make accounts whose coins become free with time. The accounts are x/auth's. */
import { defineModule } from '../../sdk/module/module.js';
import { VESTING_ACCOUNTS } from '../auth/account_record.js';
import { MESSAGES } from './messages/index.generated.js';

export const vesting = defineModule({
  name: 'vesting',
  stores: [],
  accounts: [],
  genesis: { parse: () => undefined, write: () => {}, export: () => undefined },
  messages: MESSAGES,
  queries: [],
  interfaces: { 'cosmos.vesting.v1beta1.VestingAccount': Object.values(VESTING_ACCOUNTS) },
});
