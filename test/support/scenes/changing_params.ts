/**
 * Consensus parameters that change. No transaction of this chain does that, so the application's answer to a block is
 * given an update on its way to consensus; engine, block store, pool and views then do with it what they do.
 */
import type { ChainRuntime } from '../../../src/devnet/chain_runtime.js';

/** By height: the block's answer asks for this `max_gas`, in force one height later. */
export function changeBlockGas({ chain }: ChainRuntime, limits: Readonly<Record<number, bigint>>): void {
  const { app } = chain;
  const finalizeBlock = app.finalizeBlock.bind(app);
  app.finalizeBlock = async (request) => {
    const response = await finalizeBlock(request);
    const maxGas = limits[Number(request.height)];
    if (maxGas === undefined) return response;
    const { maxBytes } = chain.genesis.consensusParams.block;
    return { ...response, consensusParamUpdates: { block: { maxBytes, maxGas } } };
  };
}
