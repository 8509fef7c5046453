/**
 * Encodes a validator as staking stores it. It omits `unbonding_on_hold_ref_count` and `unbonding_ids`, which serve
 * only interchain security.
 */
import {
  bool,
  embedded,
  int,
  integer,
  mapped,
  named,
  required,
  string,
  timestamp,
} from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { ConsensusKey } from '../../types/consensus_key.js';

/** Tokens for one unit of voting power, as on chains with a coin of 18 decimals (cosmos/evm). */
export const POWER_REDUCTION = 10n ** 18n;

/** CometBFT's `MaxTotalVotingPower`: an eighth of the greatest int64. */
export const MAX_TOTAL_VOTING_POWER = ((1n << 63n) - 1n) / 8n;

/** Numbers of the statuses in the enum `BondStatus`. */
export const BOND_STATUS = { unbonded: 1, unbonding: 2, bonded: 3 } as const;
const BOND_STATUS_KIND = {
  enum: 'cosmos.staking.v1beta1.BondStatus',
  values: ['BOND_STATUS_UNSPECIFIED', 'BOND_STATUS_UNBONDED', 'BOND_STATUS_UNBONDING', 'BOND_STATUS_BONDED'],
};
export type BondStatus = keyof typeof BOND_STATUS;

/** Returns the enum's word in protobuf's JSON. */
export const statusWord = (status: BondStatus): string => `BOND_STATUS_${status.toUpperCase()}`;

export const Description = message('cosmos.staking.v1beta1.Description', {
  moniker: string(1),
  identity: string(2),
  website: string(3),
  securityContact: string(4),
  details: string(5),
});
export type Description = Of<typeof Description>;
export const NO_DESCRIPTION: Description = { moniker: '', identity: '', website: '', securityContact: '', details: '' };

/** Contains decimals of 18 digits. */
export const CommissionRates = message('cosmos.staking.v1beta1.CommissionRates', {
  rate: integer(1, 'dec'),
  maxRate: integer(2, 'dec'),
  maxChangeRate: integer(3, 'dec'),
});

export type Rates = Of<typeof CommissionRates>;

const CommissionMessage = message(
  'cosmos.staking.v1beta1.Commission',
  {
    rates: embedded(1, CommissionRates),
    updateTime: timestamp(2),
  },
  { names: { rates: 'commission_rates' } },
);

export interface Commission extends Rates {
  readonly updateTime: UnixNanos;
}

const commission = mapped(
  embedded(10, CommissionMessage),
  ({ rates, updateTime }): Commission => ({ ...rates, updateTime }),
  ({ updateTime, ...rates }) => ({ rates, updateTime }),
);

export const Validator = message(
  'cosmos.staking.v1beta1.Validator',
  {
    /** Address of the operator in bech32, with the prefix of validator operators. */
    operator: string(1),
    pubKey: required(2, ConsensusKey),
    jailed: bool(3),
    status: named(4, BOND_STATUS, BOND_STATUS_KIND),
    tokens: integer(5),
    /** Units of 10^-18 of a share. */
    shares: integer(6, 'dec'),
    description: embedded(7, Description),
    /** Height at which it began to unbond; `unbondingTime` is when it ends. Both are 0 for one that never unbonded. */
    unbondingHeight: int(8),
    unbondingTime: timestamp(9),
    commission,
    minSelfDelegation: integer(11),
  },
  { names: { operator: 'operator_address', pubKey: 'consensus_pubkey', shares: 'delegator_shares' } },
);
export type Validator = Of<typeof Validator>;

/** Returns the voting power of the tokens, whether or not the validator is in the set. */
export const powerOf = ({ tokens }: Validator): bigint => tokens / POWER_REDUCTION;
