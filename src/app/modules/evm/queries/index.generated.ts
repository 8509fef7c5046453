// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Account, Balance, Code, CosmosAccount, Storage, ValidatorAccount } from './accounts.js';
import { BaseFee, Config, GlobalMinGasPrice, Params } from './chain.js';

export const QUERIES = [
  Account,
  Balance,
  BaseFee,
  Code,
  Config,
  CosmosAccount,
  GlobalMinGasPrice,
  Params,
  Storage,
  ValidatorAccount,
] as const;
