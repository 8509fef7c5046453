/**
 * `/cosmos.bank.v1beta1.Query/SpendableBalances`: what an account may spend. No account here has coins that vest, so
 * these are all of its coins.
 */
export { queryAllBalances as querySpendableBalances } from './all_balances.js';
