/** Holds the contract tokens that were converted to coins, and calls contracts. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const ERC20_ACCOUNT = moduleAccount('erc20', ['minter', 'burner']);
