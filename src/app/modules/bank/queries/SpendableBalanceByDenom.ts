/** `/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom` returns the balance, because nothing here is locked. */
import type { Query } from '../../../sdk/query/define_query.js';
import { Balance } from './Balance.js';

export const SpendableBalanceByDenom: Query = {
  ...Balance,
  path: '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom',
};
