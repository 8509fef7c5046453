/** The paths of `cosmos.bank.v1beta1.Query`. */
import type { GrpcTable } from '../query/handler.js';
import { queryAllBalances } from './queries/all_balances.js';
import { queryBalance } from './queries/balance.js';
import { queryDenomMetadata } from './queries/denom_metadata.js';
import { queryDenomsMetadata } from './queries/denoms_metadata.js';
import { queryBankParams } from './queries/params.js';
import { querySpendableBalances } from './queries/spendable_balances.js';
import { querySupplyOf } from './queries/supply_of.js';
import { queryTotalSupply } from './queries/total_supply.js';

export const BANK_QUERIES: GrpcTable = {
  '/cosmos.bank.v1beta1.Query/AllBalances': queryAllBalances,
  '/cosmos.bank.v1beta1.Query/Balance': queryBalance,
  '/cosmos.bank.v1beta1.Query/DenomMetadata': queryDenomMetadata,
  '/cosmos.bank.v1beta1.Query/DenomsMetadata': queryDenomsMetadata,
  '/cosmos.bank.v1beta1.Query/Params': queryBankParams,
  '/cosmos.bank.v1beta1.Query/SpendableBalances': querySpendableBalances,
  '/cosmos.bank.v1beta1.Query/SupplyOf': querySupplyOf,
  '/cosmos.bank.v1beta1.Query/TotalSupply': queryTotalSupply,
};
