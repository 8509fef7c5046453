/** The contract tokens that were converted to coins, and calls of contracts. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const ERC20_ACCOUNT = moduleAccount('erc20', ['minter', 'burner']);
