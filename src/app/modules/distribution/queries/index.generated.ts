// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  CommunityPool,
  DelegationRewards,
  DelegationTotalRewards,
  DelegatorValidators,
  DelegatorWithdrawAddress,
  Params,
  ValidatorCommission,
  ValidatorDistributionInfo,
  ValidatorOutstandingRewards,
  ValidatorSlashes,
} from './rewards.js';

export const QUERIES = [
  CommunityPool,
  DelegationRewards,
  DelegationTotalRewards,
  DelegatorValidators,
  DelegatorWithdrawAddress,
  Params,
  ValidatorCommission,
  ValidatorDistributionInfo,
  ValidatorOutstandingRewards,
  ValidatorSlashes,
] as const;
