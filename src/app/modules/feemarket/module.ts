/** Defines x/feemarket, which computes the base fee. */
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { DECIMAL_ONE, formatDecimal } from '../../types/coins.js';
import { beginFeeMarketBlock } from './begin_block.js';
import { endFeeMarketBlock } from './end_block.js';
import { parseFeeMarketGenesis, writeFeeMarketGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { readBlockGas, readFeeMarketParams } from './store.js';

/**
 * Exports `app_state.feemarket` of a state. The base fee continues from the last block's, by the gas that it counts
 * for.
 */
function exportFeeMarket(state: StateReader): object {
  const params = readFeeMarketParams(state);
  return {
    params: {
      no_base_fee: params.noBaseFee,
      base_fee_change_denominator: Number(params.baseFeeChangeDenominator),
      elasticity_multiplier: Number(params.elasticityMultiplier),
      enable_height: params.enableHeight.toString(),
      base_fee: formatDecimal(params.baseFee * DECIMAL_ONE),
      min_gas_price: formatDecimal(params.minGasPrice),
      min_gas_multiplier: formatDecimal(params.minGasMultiplier),
    },
    block_gas: readBlockGas(state).toString(),
  };
}

export const feemarket = defineModule({
  name: 'feemarket',
  stores: ['feemarket'],
  accounts: [],
  genesis: { parse: parseFeeMarketGenesis, write: writeFeeMarketGenesis, export: exportFeeMarket },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: ({ state, height, baseFee }) => beginFeeMarketBlock(state, height, baseFee),
  endBlock: ({ state, height, totals }) => ({
    events: endFeeMarketBlock(state, height, totals.gasWanted, totals.gasUsed),
  }),
});
