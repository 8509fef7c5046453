// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  AllBalances,
  Balance,
  DenomOwners,
  DenomOwnersByQuery,
  SpendableBalanceByDenom,
  SpendableBalances,
} from './balances.js';
import {
  DenomMetadata,
  DenomMetadataByQueryString,
  DenomsMetadata,
  Params,
  SendEnabled,
  SupplyOf,
  TotalSupply,
} from './denoms.js';

export const QUERIES = [
  AllBalances,
  Balance,
  DenomMetadata,
  DenomMetadataByQueryString,
  DenomOwners,
  DenomOwnersByQuery,
  DenomsMetadata,
  Params,
  SendEnabled,
  SpendableBalanceByDenom,
  SpendableBalances,
  SupplyOf,
  TotalSupply,
] as const;
