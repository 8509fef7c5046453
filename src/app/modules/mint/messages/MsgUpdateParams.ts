/** `cosmos.mint.v1beta1.MsgUpdateParams` sets the parameters of mint. */
import { mustHaveModule } from '../../../sdk/chain_params.js';
import { checkShare, defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { DECIMAL_ONE, DENOM, formatDecimal } from '../../../types/coins.js';
import { MintParams, writeMintParams } from '../minter.js';

const MAX_INT64 = 2n ** 63n - 1n;

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.mint.v1beta1',
  aminoName: 'cosmos-sdk/x/mint/MsgUpdateParams',
  params: MintParams,
  update(params, { state, params: chain }) {
    mustHaveModule(chain, 'mint');
    checkParams(params);
    writeMintParams(state, params);
  },
});

/** Throws TxFailure for invalid parameters, in the SDK's words (SDK x/mint `Params.Validate`). */
function checkParams(params: MintParams): void {
  const { mintDenom, inflationMax, inflationMin, goalBonded, blocksPerYear } = params;
  if (mintDenom.trim() === '') throw invalidParams('mint denom cannot be blank');
  if (!DENOM.test(mintDenom)) throw invalidParams(`invalid denom: ${mintDenom}`);
  checkShare('inflation rate change', params.inflationRateChange);
  checkShare('max inflation', inflationMax);
  checkShare('min inflation', inflationMin);
  if (goalBonded <= 0n) throw invalidParams(`goal bonded must be positive: ${formatDecimal(goalBonded)}`);
  if (goalBonded > DECIMAL_ONE) throw invalidParams(`goal bonded too large: ${formatDecimal(goalBonded)}`);
  if (blocksPerYear === 0n) throw invalidParams('blocks per year must be positive: 0');
  if (blocksPerYear > MAX_INT64)
    throw invalidParams(`blocks per year too large: ${blocksPerYear}, maximum value is: ${MAX_INT64}`);
  if (inflationMax < inflationMin)
    throw invalidParams(
      `max inflation (${formatDecimal(inflationMax)}) must be greater than or equal to min inflation (${formatDecimal(inflationMin)})`,
    );
}
