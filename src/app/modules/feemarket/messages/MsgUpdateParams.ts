/** `cosmos.evm.feemarket.v1.MsgUpdateParams` sets the rules of the base fee, by a proposal. */
import { defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { DECIMAL_ONE, formatDecimal } from '../../../types/coins.js';
import { FeeMarketParams } from '../params.js';
import { writeFeeMarketParams } from '../store.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.evm.feemarket.v1',
  aminoName: 'cosmos/evm/x/feemarket/MsgUpdateParams',
  params: FeeMarketParams,
  update(params, { state }) {
    const { baseFeeChangeDenominator, elasticityMultiplier, baseFee, enableHeight } = params;
    if (baseFeeChangeDenominator === 0n) throw invalidParams('base fee change denominator cannot be 0');
    if (elasticityMultiplier === 0n) throw invalidParams('elasticity multiplier cannot be 0');
    if (baseFee < 0n) throw invalidParams(`initial base fee cannot be negative: ${baseFee}`);
    if (enableHeight < 0n) throw invalidParams(`enable height cannot be negative: ${enableHeight}`);
    if (params.minGasPrice < 0n) throw invalidParams(`value cannot be negative: ${params.minGasPrice}`);
    if (params.minGasMultiplier < 0n) throw invalidParams(`value cannot be negative: ${params.minGasMultiplier}`);
    if (params.minGasMultiplier > DECIMAL_ONE)
      throw invalidParams(`value cannot be greater than 1: ${formatDecimal(params.minGasMultiplier)}`);
    writeFeeMarketParams(state, params);
  },
});
