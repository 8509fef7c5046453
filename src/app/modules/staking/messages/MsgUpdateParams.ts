/** `cosmos.staking.v1beta1.MsgUpdateParams` sets staking's parameters, by a proposal. The bond denom cannot change. */
import { defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { DECIMAL_ONE, formatDecimal } from '../../../types/coins.js';
import { StakingParams } from '../params.js';
import { markPowersChanged, readStakingParams, writeStakingParams } from '../store.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.staking.v1beta1',
  aminoName: 'cosmos-sdk/x/staking/MsgUpdateParams',
  params: StakingParams,
  update(params, { state }) {
    const { unbondingTime, maxValidators, maxEntries, bondDenom, minCommissionRate } = params;
    if (unbondingTime <= 0n) throw invalidParams(`unbonding time must be positive: ${unbondingTime}`);
    if (maxValidators === 0) throw invalidParams('max validators must be positive: 0');
    if (maxEntries === 0) throw invalidParams('max entries must be positive: 0');
    if (bondDenom.trim() === '') throw invalidParams('bond denom cannot be blank');
    const { bondDenom: expected } = readStakingParams(state);
    if (bondDenom !== expected)
      throw invalidParams(`bond denom is ${bondDenom}: expected ${expected}, which a chain cannot change`);
    if (minCommissionRate < 0n)
      throw invalidParams(`minimum commission rate cannot be negative: ${formatDecimal(minCommissionRate)}`);
    if (minCommissionRate > DECIMAL_ONE)
      throw invalidParams(`minimum commission rate cannot be greater than 100%: ${formatDecimal(minCommissionRate)}`);
    writeStakingParams(state, params);
    markPowersChanged(state);
  },
});
