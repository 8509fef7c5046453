/** What the application asks of the next transactions. */
import type { EvmQueries } from '../../../app/evm/queries.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { EvmFees } from '../../../rpc/ports/evm/fees.js';

/** `least` is what the node's owner wants `eth_gasPrice` to answer at least. */
export const evmFees = (queries: EvmQueries, blocks: EvmChain, least: bigint): EvmFees => ({
  nextBaseFee: (height) => queries.nextBaseFee(height),
  minGasPrice: () => {
    const price = queries.minGasPrice();
    return price > least ? price : least;
  },
  suggestedTip: () => queries.suggestedTip(blocks.head),
});
