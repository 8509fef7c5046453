/** `/cosmos.bank.v1beta1.Query/SpendableBalances` returns all balances, because nothing here is locked. */
import type { Query } from '../../../sdk/query/define_query.js';
import { AllBalances } from './AllBalances.js';

export const SpendableBalances: Query = { ...AllBalances, path: '/cosmos.bank.v1beta1.Query/SpendableBalances' };
