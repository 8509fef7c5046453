/** Makes failures of the codespace `staking` (SDK x/staking `types/errors.go`). */
import { moduleFailure, type TxFailure } from '../../types/refusal.js';

const REASONS = {
  noValidator: [3, 'validator does not exist'],
  operatorExists: [4, 'validator already exist for this operator address; must use new validator operator address'],
  pubKeyExists: [5, 'validator already exist for this pubkey; must use new validator pubkey'],
  pubKeyType: [6, 'validator pubkey type is not supported'],
  validatorJailed: [7, 'validator for this address is currently jailed'],
  commissionNegative: [9, 'commission must be positive'],
  commissionAboveOne: [10, 'commission cannot be more than 100%'],
  commissionAboveMaxRate: [11, 'commission cannot be more than the max rate'],
  commissionUpdateTime: [12, 'commission cannot be changed more than once in 24h'],
  changeRateNegative: [13, 'commission change rate must be positive'],
  changeRateAboveMaxRate: [14, 'commission change rate cannot be more than the max rate'],
  commissionAboveMaxChangeRate: [15, 'commission cannot be changed more than max change rate'],
  selfDelegationBelowMinimum: [16, "validator's self delegation must be greater than their minimum self delegation"],
  minSelfDelegationDecreased: [17, 'minimum self delegation cannot be decrease'],
  noDelegation: [19, 'no delegation for (address, validator) tuple'],
  noDelegator: [21, 'delegator does not contain delegation'],
  insufficientShares: [22, 'insufficient delegation shares'],
  notEnoughShares: [24, 'not enough delegation shares'],
  maxUnbondingEntries: [27, 'too many unbonding delegation entries for (delegator, validator) tuple'],
  selfRedelegation: [29, 'cannot redelegate to the same validator'],
  tinyRedelegation: [30, 'too few tokens to redelegate (truncates to zero tokens)'],
  badDestination: [31, 'redelegation destination validator not found'],
  transitiveRedelegation: [
    32,
    'redelegation to this validator already in progress; first redelegation to this validator must complete before next redelegation',
  ],
  maxRedelegationEntries: [33, 'too many redelegation entries for (delegator, src-validator, dst-validator) tuple'],
  worthlessShares: [34, 'cannot delegate to validators with invalid (zero) ex-rate'],
  noPubKey: [39, 'empty validator public key'],
  commissionBelowMinRate: [40, 'commission cannot be less than min rate'],
} as const;

/** Makes a failure. The text precedes the reason's own words. */
export function stakingFailure(reason: keyof typeof REASONS, text?: string): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('staking', code, text === undefined ? words : `${text}: ${words}`);
}
