/** `eth_feeHistory` (evm-json-rpc.md 3.8, 6.7). */
import { evmMethod } from '../context.js';
import { feeHistory } from '../fee_history.js';
import { blockNumber } from '../params/block.js';
import { blockCount, rewardPercentiles } from '../params/fees.js';
import { feeHistoryView, NO_FEE_HISTORY } from '../views/fee_history.js';

export const eth_feeHistory = evmMethod({
  name: 'eth_feeHistory',
  summary: 'Base fees, fullness and tips of the blocks up to one.',
  params: [blockCount, blockNumber, rewardPercentiles],
  result: 'fee history',
  handler: ({ evm, limits }, count, newest, percentiles) => {
    const history = feeHistory(evm, limits, count, newest, percentiles);
    return history === undefined ? NO_FEE_HISTORY : feeHistoryView(history);
  },
  example: {
    params: ['0x2', 'latest', [50]],
    result: {
      oldestBlock: '0x1',
      reward: [['0x3b9aca00'], ['0x7735940']],
      baseFeePerGas: ['0x3b9aca00', '0x3b9aca00', '0x34630b8a'],
      gasUsedRatio: [0.0007, 0.001],
    },
  },
});
