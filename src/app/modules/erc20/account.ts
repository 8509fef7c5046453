/** The account that holds the contract tokens for which there are coins, and from which contracts are called. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const ERC20_ACCOUNT = moduleAccount('erc20', ['minter', 'burner']);
