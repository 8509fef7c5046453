/** Implements `eth_feeHistory` (evm-json-rpc.md 3.8, 6.7). */
import { whenKnown } from '../../../kernel/awaitable.js';
import { runInSlices } from '../../../kernel/fair_scheduler.js';
import { evmMethod } from '../context.js';
import { hasBlobGas } from '../fees/blob_gas.js';
import { feeHistory, newestOf, oldestOf } from '../fees/fee_history.js';
import { withEarlierFees } from '../forked/earlier_fees.js';
import { askFor } from '../forked/locate.js';
import { blockNumber } from '../params/block.js';
import { blockCount, rewardPercentiles } from '../params/fees.js';
import { feeHistoryView, NO_FEE_HISTORY } from '../views/fee_history.js';

export const eth_feeHistory = evmMethod({
  name: 'eth_feeHistory',
  summary: 'Returns base fees, gas used ratios and tips of a range of blocks that ends with a given one.',
  params: [blockCount, blockNumber, rewardPercentiles],
  result: 'fee history',
  handler: ({ evm, limits, scheduler, peer, forwarding }, count, newest, percentiles) =>
    whenKnown(runInSlices(scheduler, peer, feeHistory(evm, limits, count, newest, percentiles)), (history) => {
      if (history === undefined) return NO_FEE_HISTORY;
      const own = feeHistoryView(history, hasBlobGas(evm));
      const { earlier } = evm;
      if (earlier === undefined) return own;
      const oldest = oldestOf(limits, count, newestOf(history));
      if (oldest > earlier.blockNumber || history.oldestBlock > earlier.blockNumber + 1n) return own;
      return withEarlierFees(askFor({ forwarding, peer }, earlier), earlier, oldest, percentiles, own);
    }),
  example: {
    params: ['0x2', '0x3', [50]],
    result: {
      oldestBlock: '0x2',
      reward: [['0x77359400'], ['0x77359400']],
      baseFeePerGas: ['0x2da282a8', '0x27f6ee7d', '0x22fe33cd'],
      gasUsedRatio: [0.0029908, 0.0023994666666666666],
    },
  },
});
