import { moduleAccount } from '../../sdk/module/module_account.js';

/** Receives all fees of a block. */
export const FEE_COLLECTOR = moduleAccount('fee_collector', []);
