// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { AllBalances } from './AllBalances.js';
import { Balance } from './Balance.js';
import { DenomMetadata } from './DenomMetadata.js';
import { DenomMetadataByQueryString } from './DenomMetadataByQueryString.js';
import { DenomOwners } from './DenomOwners.js';
import { DenomsMetadata } from './DenomsMetadata.js';
import { Params } from './Params.js';
import { SendEnabled } from './SendEnabled.js';
import { SpendableBalanceByDenom } from './SpendableBalanceByDenom.js';
import { SpendableBalances } from './SpendableBalances.js';
import { SupplyOf } from './SupplyOf.js';
import { TotalSupply } from './TotalSupply.js';

export const QUERIES = [
  AllBalances,
  Balance,
  DenomMetadata,
  DenomMetadataByQueryString,
  DenomOwners,
  DenomsMetadata,
  Params,
  SendEnabled,
  SpendableBalanceByDenom,
  SpendableBalances,
  SupplyOf,
  TotalSupply,
] as const;
