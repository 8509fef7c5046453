/**
 * Changes consensus parameters. No transaction of this chain does that, so an update is added to the application's
 * response on its way to consensus. Engine, block store, mempool and views then handle it as usual.
 */
import type { ChainNode } from '../../../src/devnet/chain_node.js';

/**
 * Adds an update to the response of the block at each given height: the new `max_gas` takes effect one height later.
 */
export function changeBlockGas({ chain }: ChainNode, limits: Readonly<Record<number, bigint>>): void {
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
