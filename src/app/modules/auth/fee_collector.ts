import { moduleAccount } from '../../sdk/module/module_account.js';

/** Where all fees of a block go. */
export const FEE_COLLECTOR = moduleAccount('fee_collector', []);
