/** The stake that moves from one validator to another, in the SDK's messages. */
import { embedded, int, integer, repeated, string, timestamp, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

const RedelegationEntry = message('cosmos.staking.v1beta1.RedelegationEntry', {
  creationHeight: int(1),
  completionTime: timestamp(2),
  /** Coins of the bond denom. */
  initialBalance: integer(3),
  /** Units of 10^-18 of a share of the destination. */
  sharesDst: integer(4, 'dec'),
  unbondingId: uint(5),
  unbondingOnHoldRefCount: int(6),
});
export type RedelegationEntry = Of<typeof RedelegationEntry>;

export const Redelegation = message(
  'cosmos.staking.v1beta1.Redelegation',
  {
    /** bech32 address of an account; `source` and `destination` are those of validator operators. */
    delegator: string(1),
    source: string(2),
    destination: string(3),
    entries: repeated(4, RedelegationEntry),
  },
  { names: { delegator: 'delegator_address', destination: 'validator_dst_address', source: 'validator_src_address' } },
);
export type Redelegation = Of<typeof Redelegation>;

const RedelegationEntryResponse = message(
  'cosmos.staking.v1beta1.RedelegationEntryResponse',
  {
    entry: embedded(1, RedelegationEntry),
    /** Worth of the shares in the bond denom, rounded down. */
    balance: integer(4),
  },
  { names: { entry: 'redelegation_entry' } },
);

export const RedelegationResponse = message('cosmos.staking.v1beta1.RedelegationResponse', {
  /** Contains only the addresses, without entries. */
  redelegation: embedded(1, Redelegation),
  entries: repeated(2, RedelegationEntryResponse),
});
export type RedelegationResponse = Of<typeof RedelegationResponse>;
