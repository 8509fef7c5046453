/** The paths of `cosmos.staking.v1beta1.Query`. Left out: redelegations, single unbonding entries, historical infos. */
import type { GrpcTable } from '../query/handler.js';
import { queryDelegation } from './queries/delegation.js';
import { queryDelegatorDelegations } from './queries/delegator_delegations.js';
import { queryDelegatorUnbondingDelegations } from './queries/delegator_unbonding_delegations.js';
import { queryDelegatorValidators } from './queries/delegator_validators.js';
import { queryStakingParams } from './queries/params.js';
import { queryPool } from './queries/pool.js';
import { queryValidator } from './queries/validator.js';
import { queryValidatorDelegations } from './queries/validator_delegations.js';
import { queryValidatorUnbondingDelegations } from './queries/validator_unbonding_delegations.js';
import { queryValidators } from './queries/validators.js';

export const STAKING_QUERIES: GrpcTable = {
  '/cosmos.staking.v1beta1.Query/Delegation': queryDelegation,
  '/cosmos.staking.v1beta1.Query/DelegatorDelegations': queryDelegatorDelegations,
  '/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations': queryDelegatorUnbondingDelegations,
  '/cosmos.staking.v1beta1.Query/DelegatorValidators': queryDelegatorValidators,
  '/cosmos.staking.v1beta1.Query/Params': queryStakingParams,
  '/cosmos.staking.v1beta1.Query/Pool': queryPool,
  '/cosmos.staking.v1beta1.Query/Validator': queryValidator,
  '/cosmos.staking.v1beta1.Query/ValidatorDelegations': queryValidatorDelegations,
  '/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations': queryValidatorUnbondingDelegations,
  '/cosmos.staking.v1beta1.Query/Validators': queryValidators,
};
