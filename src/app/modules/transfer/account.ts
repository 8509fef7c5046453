/** Mints and burns vouchers. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const TRANSFER_ACCOUNT = moduleAccount('transfer', ['minter', 'burner']);
