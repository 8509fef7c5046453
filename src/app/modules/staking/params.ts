/** Defines the staking module's parameters. */
import { duration, integer, small, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

export const StakingParams = message('cosmos.staking.v1beta1.Params', {
  /** Nanoseconds. */
  unbondingTime: duration(1),
  /** Most validators that are bonded at a time. */
  maxValidators: small(2, 'uint32'),
  maxEntries: small(3, 'uint32'),
  /** Past validator sets that the module should store for IBC. It stores none yet. */
  historicalEntries: small(4, 'uint32'),
  bondDenom: string(5),
  /** Decimal of 18 digits. */
  minCommissionRate: integer(6, 'dec'),
});
export type StakingParams = Of<typeof StakingParams>;
