/** Encodes the state of x/distribution, and its genesis, as the SDK does. Decimals have 18 digits. */
import { bool, embedded, integer, repeated, small, string, uint } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { DecCoin } from '../../../types/dec_coins.js';

const PACKAGE = 'cosmos.distribution.v1beta1';
/** Amino writes empty lists of these messages. */
const KEPT = { keepEmpty: true } as const;

export const DistributionParams = message(
  `${PACKAGE}.Params`,
  {
    communityTax: integer(1, 'dec'),
    /** Without effect, as the next field. */
    baseProposerReward: integer(2, 'dec'),
    bonusProposerReward: integer(3, 'dec'),
    withdrawAddrEnabled: bool(4),
  },
  { aminoName: 'cosmos-sdk/x/distribution/Params' },
);
export type DistributionParams = Of<typeof DistributionParams>;

/** Rewards of one token since the validator's beginning, at the end of a period. */
export const HistoricalRewards = message(`${PACKAGE}.ValidatorHistoricalRewards`, {
  cumulativeRewardRatio: repeated(1, DecCoin, KEPT),
  /** Number of delegations, slashes and next periods that need the record. */
  referenceCount: small(2, 'uint32'),
});

/** Rewards of the period that has not ended. */
export const CurrentRewards = message(`${PACKAGE}.ValidatorCurrentRewards`, {
  rewards: repeated(1, DecCoin, KEPT),
  period: uint(2),
});

export const AccumulatedCommission = message(`${PACKAGE}.ValidatorAccumulatedCommission`, {
  commission: repeated(1, DecCoin, KEPT),
});

/** Rewards and commission that nobody has withdrawn. */
export const OutstandingRewards = message(`${PACKAGE}.ValidatorOutstandingRewards`, {
  rewards: repeated(1, DecCoin, KEPT),
});

export const SlashEvent = message(`${PACKAGE}.ValidatorSlashEvent`, {
  /** Period that ended with the slash. */
  validatorPeriod: uint(1),
  fraction: integer(2, 'dec'),
});

export const FeePool = message(`${PACKAGE}.FeePool`, { communityPool: repeated(1, DecCoin, KEPT) });

/** Where the rewards of a delegation begin. */
export const StartingInfo = message(`${PACKAGE}.DelegatorStartingInfo`, {
  previousPeriod: uint(1),
  /** Worth of the delegation in tokens, as a decimal. */
  stake: integer(2, 'dec'),
  height: uint(3),
});

const withdrawInfo = message(`${PACKAGE}.DelegatorWithdrawInfo`, {
  delegatorAddress: string(1),
  withdrawAddress: string(2),
});
const ofValidator = { validatorAddress: string(1) };

export const DistributionState = message(`${PACKAGE}.GenesisState`, {
  params: embedded(1, DistributionParams),
  feePool: embedded(2, FeePool),
  delegatorWithdrawInfos: repeated(3, withdrawInfo),
  /** Consensus address in bech32; empty before the first block. */
  previousProposer: string(4),
  outstandingRewards: repeated(
    5,
    message(`${PACKAGE}.ValidatorOutstandingRewardsRecord`, {
      ...ofValidator,
      outstandingRewards: repeated(2, DecCoin),
    }),
  ),
  validatorAccumulatedCommissions: repeated(
    6,
    message(`${PACKAGE}.ValidatorAccumulatedCommissionRecord`, {
      ...ofValidator,
      accumulated: embedded(2, AccumulatedCommission),
    }),
  ),
  validatorHistoricalRewards: repeated(
    7,
    message(`${PACKAGE}.ValidatorHistoricalRewardsRecord`, {
      ...ofValidator,
      period: uint(2),
      rewards: embedded(3, HistoricalRewards),
    }),
  ),
  validatorCurrentRewards: repeated(
    8,
    message(`${PACKAGE}.ValidatorCurrentRewardsRecord`, { ...ofValidator, rewards: embedded(2, CurrentRewards) }),
  ),
  delegatorStartingInfos: repeated(
    9,
    message(`${PACKAGE}.DelegatorStartingInfoRecord`, {
      delegatorAddress: string(1),
      validatorAddress: string(2),
      startingInfo: embedded(3, StartingInfo),
    }),
  ),
  validatorSlashEvents: repeated(
    10,
    message(`${PACKAGE}.ValidatorSlashEventRecord`, {
      ...ofValidator,
      height: uint(2),
      period: uint(3),
      validatorSlashEvent: embedded(4, SlashEvent),
    }),
  ),
});
export type DistributionState = Of<typeof DistributionState>;
