/** Encodes a delegation, and stake that leaves a validator or moves to another one. */
import { embedded, int, integer, repeated, string, timestamp, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { divideDecimal } from '../../types/coins.js';
import type { Validator } from './validator.js';

export const Delegation = message(
  'cosmos.staking.v1beta1.Delegation',
  {
    /** bech32 address of an account; `validator` is that of a validator operator. */
    delegator: string(1),
    validator: string(2),
    /** Units of 10^-18 of a share. */
    shares: integer(3, 'dec'),
  },
  { names: { delegator: 'delegator_address', validator: 'validator_address' } },
);
export type Delegation = Of<typeof Delegation>;

/** Returns what `shares` of the validator are worth, as a decimal (SDK `TokensFromShares`). */
export const tokensFromShares = ({ tokens, shares: all }: Validator, shares: bigint): bigint =>
  all === 0n ? 0n : divideDecimal(shares * tokens, all);

/** Returns the shares that `tokens` buy, or that are removed with them (SDK `SharesFromTokens`). */
export const sharesFromTokens = ({ tokens: all, shares }: Validator, tokens: bigint): bigint => (shares * tokens) / all;

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
