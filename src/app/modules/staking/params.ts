/** Defines the staking module's parameters. */
import { duration, integer, small, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

export const StakingParams = message('cosmos.staking.v1beta1.Params', {
  /** Is in nanoseconds. */
  unbondingTime: duration(1),
  /** Limits how many validators are bonded at a time. */
  maxValidators: small(2),
  maxEntries: small(3),
  /** Counts the past validator sets that the module should store for IBC. It stores none yet. */
  historicalEntries: small(4),
  bondDenom: string(5),
  /** Is a decimal of 18 digits. */
  minCommissionRate: integer(6),
});
export type StakingParams = Of<typeof StakingParams>;
