/** The account through which vouchers are minted and burned. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const TRANSFER_ACCOUNT = moduleAccount('transfer', ['minter', 'burner']);
