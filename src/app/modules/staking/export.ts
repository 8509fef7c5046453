/**
 * Exports `app_state.staking` of a state, with the SDK's mark of an export. Consensus continues with the powers last
 * reported to it, even of validators that have been jailed since.
 */
import { KEY_TYPES } from '../../../abci/pub_key.js';
import { toBase64 } from '../../../codec/base64.js';
import { formatTime } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { StateReader } from '../../state/types.js';
import { formatDecimal } from '../../types/coins.js';
import { formatDuration } from '../../types/duration.js';
import { operatorText } from './addresses.js';
import { Delegation, Redelegation, type RedelegationEntry, UnbondingDelegation } from './delegation.js';
import type { StakingParams } from './params.js';
import {
  DELEGATIONS,
  REDELEGATIONS,
  readLastPowers,
  readStakingParams,
  readValidators,
  UNBONDING_DELEGATIONS,
} from './store.js';
import { type Commission, type Description, statusWord, type Validator } from './validator.js';

export function exportStaking(state: StateReader): object {
  const { bech32Prefix } = readChainParams(state);
  const powers = readLastPowers(state);
  return {
    params: paramsJson(readStakingParams(state)),
    last_total_power: powers.reduce((sum, { power }) => sum + power, 0n).toString(),
    last_validator_powers: powers.map(({ operator, power }) => ({
      address: operatorText(operator, bech32Prefix),
      power: power.toString(),
    })),
    validators: readValidators(state).map(({ validator }) => validatorJson(validator)),
    delegations: [...state.entries('staking', DELEGATIONS)].map(([, value]) =>
      delegationJson(Delegation.decode(value)),
    ),
    unbonding_delegations: [...state.entries('staking', UNBONDING_DELEGATIONS)].map(([, value]) =>
      unbondingJson(UnbondingDelegation.decode(value)),
    ),
    redelegations: [...state.entries('staking', REDELEGATIONS)].map(([, value]) =>
      redelegationJson(Redelegation.decode(value)),
    ),
    exported: true,
  };
}

const paramsJson = (params: StakingParams): object => ({
  unbonding_time: formatDuration(params.unbondingTime),
  max_validators: params.maxValidators,
  max_entries: params.maxEntries,
  historical_entries: params.historicalEntries,
  bond_denom: params.bondDenom,
  min_commission_rate: formatDecimal(params.minCommissionRate),
});

/** Returns an entry of `validators` in `app_state.staking`. */
export const validatorJson = (validator: Validator): object => ({
  operator_address: validator.operator,
  consensus_pubkey: {
    '@type': `/${KEY_TYPES[validator.pubKey.type].sdkPackage}.PubKey`,
    key: toBase64(validator.pubKey.bytes),
  },
  jailed: validator.jailed,
  status: statusWord(validator.status),
  tokens: validator.tokens.toString(),
  delegator_shares: formatDecimal(validator.shares),
  description: descriptionJson(validator.description),
  unbonding_height: validator.unbondingHeight.toString(),
  unbonding_time: formatTime(validator.unbondingTime),
  commission: commissionJson(validator.commission),
  min_self_delegation: validator.minSelfDelegation.toString(),
});

const descriptionJson = ({ securityContact, ...texts }: Description): object => ({
  ...texts,
  security_contact: securityContact,
});

const commissionJson = ({ rate, maxRate, maxChangeRate, updateTime }: Commission): object => ({
  commission_rates: {
    rate: formatDecimal(rate),
    max_rate: formatDecimal(maxRate),
    max_change_rate: formatDecimal(maxChangeRate),
  },
  update_time: formatTime(updateTime),
});

const delegationJson = ({ delegator, validator, shares }: Delegation): object => ({
  delegator_address: delegator,
  validator_address: validator,
  shares: formatDecimal(shares),
});

const unbondingJson = ({ delegator, validator, entries }: UnbondingDelegation): object => ({
  delegator_address: delegator,
  validator_address: validator,
  entries: entries.map((entry) => ({ ...entryJson(entry), balance: entry.balance.toString() })),
});

const redelegationJson = ({ delegator, source, destination, entries }: Redelegation): object => ({
  delegator_address: delegator,
  validator_src_address: source,
  validator_dst_address: destination,
  entries: entries.map((entry) => ({ ...entryJson(entry), shares_dst: formatDecimal(entry.sharesDst) })),
});

/** Returns what entries of both kinds have. */
const entryJson = (entry: Omit<RedelegationEntry, 'sharesDst'>): object => ({
  creation_height: entry.creationHeight.toString(),
  completion_time: formatTime(entry.completionTime),
  initial_balance: entry.initialBalance.toString(),
  unbonding_id: entry.unbondingId.toString(),
  unbonding_on_hold_ref_count: entry.unbondingOnHoldRefCount.toString(),
});
