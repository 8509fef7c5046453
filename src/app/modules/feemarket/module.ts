/** Defines x/feemarket, which computes the base fee. */
import { defineModule } from '../../sdk/module/module.js';
import { beginFeeMarketBlock } from './begin_block.js';
import { endFeeMarketBlock } from './end_block.js';
import { exportFeeMarket } from './export.js';
import { parseFeeMarketGenesis, writeFeeMarketGenesis } from './genesis.js';

export const feemarket = defineModule({
  name: 'feemarket',
  stores: ['feemarket'],
  accounts: [],
  genesis: { parse: parseFeeMarketGenesis, write: writeFeeMarketGenesis, export: exportFeeMarket },
  messages: [],
  queries: [],
  beginBlock: ({ state, height, baseFee }) => beginFeeMarketBlock(state, height, baseFee),
  endBlock: ({ state, height, totals }) => ({
    events: endFeeMarketBlock(state, height, totals.gasWanted, totals.gasUsed),
  }),
});
