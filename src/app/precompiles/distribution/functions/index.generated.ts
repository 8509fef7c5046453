// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  claimRewards,
  depositValidatorRewardsPool,
  fundCommunityPool,
  setWithdrawAddress,
  withdrawDelegatorRewards,
  withdrawValidatorCommission,
} from './messages.js';
import {
  communityPool,
  delegationRewards,
  delegationTotalRewards,
  delegatorValidators,
  delegatorWithdrawAddress,
  validatorCommission,
  validatorDistributionInfo,
  validatorOutstandingRewards,
  validatorSlashes,
} from './queries.js';

export const FUNCTIONS = [
  claimRewards,
  communityPool,
  delegationRewards,
  delegationTotalRewards,
  delegatorValidators,
  delegatorWithdrawAddress,
  depositValidatorRewardsPool,
  fundCommunityPool,
  setWithdrawAddress,
  validatorCommission,
  validatorDistributionInfo,
  validatorOutstandingRewards,
  validatorSlashes,
  withdrawDelegatorRewards,
  withdrawValidatorCommission,
] as const;
