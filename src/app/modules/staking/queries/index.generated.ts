// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  Delegation,
  DelegatorDelegations,
  DelegatorUnbondingDelegations,
  DelegatorValidator,
  DelegatorValidators,
  Redelegations,
  UnbondingDelegation,
  ValidatorDelegations,
  ValidatorUnbondingDelegations,
} from './delegations.js';
import { HistoricalInfo, Params, Pool, Validator, Validators } from './validators.js';

export const QUERIES = [
  Delegation,
  DelegatorDelegations,
  DelegatorUnbondingDelegations,
  DelegatorValidator,
  DelegatorValidators,
  HistoricalInfo,
  Params,
  Pool,
  Redelegations,
  UnbondingDelegation,
  Validator,
  ValidatorDelegations,
  ValidatorUnbondingDelegations,
  Validators,
] as const;
