/** The stake that is leaving a validator, in the SDK's messages. */
import { int, integer, repeated, string, timestamp, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

const UnbondingDelegationEntry = message('cosmos.staking.v1beta1.UnbondingDelegationEntry', {
  creationHeight: int(1),
  completionTime: timestamp(2),
  /** Amount that left, in coins of the bond denom; `balance` is what slashing has left of it. */
  initialBalance: integer(3),
  balance: integer(4),
  unbondingId: uint(5),
  unbondingOnHoldRefCount: int(6),
});

export const UnbondingDelegation = message(
  'cosmos.staking.v1beta1.UnbondingDelegation',
  {
    /** bech32 address of an account; `validator` is that of a validator operator. */
    delegator: string(1),
    validator: string(2),
    entries: repeated(3, UnbondingDelegationEntry),
  },
  { names: { delegator: 'delegator_address', validator: 'validator_address' } },
);
export type UnbondingDelegation = Of<typeof UnbondingDelegation>;
