/** `/cosmos.bank.v1beta1.Query/SpendableBalances`: all balances, because nothing here is locked. */
import { defineQuery } from '../../../query/define_query.js';
import { AllBalances } from './AllBalances.js';

export const SpendableBalances = defineQuery('/cosmos.bank.v1beta1.Query/SpendableBalances', AllBalances.handler);
