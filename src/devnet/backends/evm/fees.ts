/** Reads the fees that the application requires of the next transactions. */
import type { EvmQueries } from '../../../app/evm_queries.js';
import type { EvmFees } from '../../../backend/evm/fees.js';
import type { EvmChain } from '../../../chain/evm_chain.js';

/** Reads fees of the chain. `least` is the lowest price that `eth_gasPrice` may return. */
export const evmFees = (queries: EvmQueries, blocks: EvmChain, least: bigint): EvmFees => ({
  nextBaseFee: (height) => queries.nextBaseFee(height),
  minGasPrice: () => {
    const price = queries.minGasPrice();
    return price > least ? price : least;
  },
  suggestedTip: () => queries.suggestedTip(blocks.head),
});
