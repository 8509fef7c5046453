/** Answers the ABCI calls of consensus from the application and the mempool. */
import type { AbciReply, NodeAbciCall } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';

export async function answer(
  { app, pool, blockStore }: Pick<Chain, 'app' | 'pool' | 'blockStore'>,
  ask: NodeAbciCall,
): Promise<AbciReply> {
  switch (ask.type) {
    case 'prepareProposal': {
      const txs = pool.reap({
        maxBytes: ask.request.maxTxBytes,
        // This is the application's limit: a dev transaction may have set another than the consensus parameter.
        maxGas: app.params.blockMaxGas,
        baseFee: app.evm.nextBaseFee(blockStore.height),
      });
      return { type: ask.type, txs: (await app.prepareProposal({ txs, ...ask.request })).txs };
    }
    case 'processProposal':
      return { type: ask.type, accept: (await app.processProposal(ask.request)).accept };
    case 'finalizeBlock':
      return { type: ask.type, response: await app.finalizeBlock(ask.request) };
  }
}
