/** `cosmos.mint.v1beta1.MsgUpdateParams` sets the parameters of mint. */
import { hasModule } from '../../../sdk/chain_params.js';
import { defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { DECIMAL_ONE, DENOM, formatDecimal } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import { MintParams, writeMintParams } from '../minter.js';

const MAX_INT64 = 2n ** 63n - 1n;

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.mint.v1beta1',
  aminoName: 'cosmos-sdk/x/mint/MsgUpdateParams',
  params: MintParams,
  update(params, { state, params: chain }) {
    if (!hasModule(chain, 'mint'))
      throw failure(
        'unknownRequest',
        'the genesis of this chain has no mint: start one with app_state.mint, such as {}: unknown request',
      );
    const problem = problemOf(params);
    if (problem !== undefined) throw invalidParams(problem);
    writeMintParams(state, params);
  },
});

/** Returns why parameters are invalid, in the SDK's words (SDK x/mint `Params.Validate`). */
function problemOf(params: MintParams): string | undefined {
  const { mintDenom, inflationMax, inflationMin, goalBonded, blocksPerYear } = params;
  if (mintDenom.trim() === '') return 'mint denom cannot be blank';
  if (!DENOM.test(mintDenom)) return `invalid denom: ${mintDenom}`;
  const shares = [
    ['inflation rate change', params.inflationRateChange],
    ['max inflation', inflationMax],
    ['min inflation', inflationMin],
  ] as const;
  for (const [name, value] of shares) {
    if (value < 0n) return `${name} cannot be negative: -${formatDecimal(-value)}`;
    if (value > DECIMAL_ONE) return `${name} too large: ${formatDecimal(value)}`;
  }
  if (goalBonded <= 0n)
    return `goal bonded must be positive: ${goalBonded < 0n ? '-' : ''}${formatDecimal(goalBonded < 0n ? -goalBonded : goalBonded)}`;
  if (goalBonded > DECIMAL_ONE) return `goal bonded too large: ${formatDecimal(goalBonded)}`;
  if (blocksPerYear === 0n) return 'blocks per year must be positive: 0';
  if (blocksPerYear > MAX_INT64) return `blocks per year too large: ${blocksPerYear}, maximum value is: ${MAX_INT64}`;
  if (inflationMax >= inflationMin) return undefined;
  return `max inflation (${formatDecimal(inflationMax)}) must be greater than or equal to min inflation (${formatDecimal(inflationMin)})`;
}
