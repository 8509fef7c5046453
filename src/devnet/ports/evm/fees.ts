/** What the application asks of the next transactions. */
import type { EvmQueries } from '../../../app/evm/queries.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { EvmFees } from '../../../rpc/ports/evm/fees.js';

export const evmFees = (queries: EvmQueries, blocks: EvmChain): EvmFees => ({
  nextBaseFee: (height) => queries.nextBaseFee(height),
  minGasPrice: () => queries.minGasPrice(),
  suggestedTip: () => queries.suggestedTip(blocks.head),
});
