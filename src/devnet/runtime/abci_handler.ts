/** Answers the ABCI calls of consensus from the application and the mempool. */
import type { PrepareProposalRequest } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { AbciReply, NodeAbciCall } from '../../simulation/index.js';
import type { CoreChain } from '../chain/chain.js';

export async function answer(chain: CoreChain, ask: NodeAbciCall): Promise<AbciReply> {
  const { app } = chain;
  switch (ask.type) {
    case 'prepareProposal':
      return { type: ask.type, txs: (await proposeFromMempool(chain, ask.request)).txs };
    case 'processProposal':
      return { type: ask.type, accept: (await app.processProposal(ask.request)).accept };
    case 'extendVote':
      return { type: ask.type, voteExtension: (await app.extendVote(ask.request)).voteExtension };
    case 'verifyVoteExtension':
      return { type: ask.type, accept: (await app.verifyVoteExtension(ask.request)).accept };
    case 'finalizeBlock':
      return { type: ask.type, response: await app.finalizeBlock(ask.request) };
  }
}

/** Lets the application choose a proposal from what the mempool offers. */
export function proposeFromMempool(
  { app, pool, maxGas, nextBaseFee }: CoreChain,
  request: Omit<PrepareProposalRequest, 'txs'>,
): Promise<{ readonly txs: readonly Bytes[] }> {
  const txs = pool.reap({
    maxBytes: request.maxTxBytes,
    maxGas,
    baseFee: nextBaseFee,
  });
  return app.prepareProposal({ ...request, txs });
}
