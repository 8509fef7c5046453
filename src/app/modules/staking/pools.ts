/** The tokens of bonded validators. The pool below holds those of the others. */
import { moduleAccount } from '../../sdk/module/module_account.js';

export const BONDED_POOL = moduleAccount('bonded_tokens_pool', ['burner', 'staking']);
export const NOT_BONDED_POOL = moduleAccount('not_bonded_tokens_pool', ['burner', 'staking']);
