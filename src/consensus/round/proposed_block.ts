/** A block as `ProcessProposal` and `FinalizeBlock` show it to the application: the same facts under two names. */
import type { CommitInfo, FinalizeBlockRequest, ProcessProposalRequest } from '../../abci/application.js';
import { misbehaviorOf } from '../evidence/misbehavior.js';
import type { WholeBlock } from '../state.js';
import type { Turn } from '../turn.js';
import { commitInfoOf } from './commit_info.js';

export interface ProposedBlock extends Omit<ProcessProposalRequest, 'proposedLastCommit'> {
  readonly lastCommit: CommitInfo;
}

function proposedBlock({ env, state }: Turn, { block, id }: WholeBlock): ProposedBlock {
  const known = env.caches.requests.get(block);
  if (known !== undefined) return known;
  const { header } = block;
  const proposed = {
    txs: block.txs,
    lastCommit: commitInfoOf(env.caches, block.lastCommit, state.ledger.chain.lastValidators),
    misbehavior: block.evidence.flatMap(misbehaviorOf),
    hash: id.hash,
    height: header.height,
    time: header.time,
    nextValidatorsHash: header.nextValidatorsHash,
    proposerAddress: header.proposerAddress,
  };
  env.caches.requests.set(block, proposed);
  return proposed;
}

export function processProposalRequest(turn: Turn, whole: WholeBlock): ProcessProposalRequest {
  const { lastCommit, ...facts } = proposedBlock(turn, whole);
  return { ...facts, proposedLastCommit: lastCommit };
}

export function finalizeBlockRequest(turn: Turn, whole: WholeBlock): FinalizeBlockRequest {
  const { lastCommit, ...facts } = proposedBlock(turn, whole);
  return { ...facts, decidedLastCommit: lastCommit };
}
