/** Building a block: what the proposer asks the application, and the block made of its answer (CometBFT state/execution.go CreateProposalBlock). */
import type { PrepareProposalRequest } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Question } from '../effect.js';
import { misbehaviorOf } from '../evidence/misbehavior.js';
import { pendingEvidence } from '../evidence/pool.js';
import type { WholeBlock } from '../state.js';
import { commitOfVotes } from '../tally/commit_of_votes.js';
import type { Turn } from '../turn.js';
import { medianTime } from '../types/bft_time.js';
import { encodeBlock, makeBlock } from '../types/block.js';
import { type Commit, EMPTY_COMMIT } from '../types/commit.js';
import { type Evidence, encodeEvidenceList } from '../types/evidence.js';
import { headerHash } from '../types/header.js';
import { maxDataBytes } from '../types/limits.js';
import { partSetOf } from '../types/part_set.js';
import { validatorsHash } from '../types/validator_set.js';
import { commitInfoOf } from './commit_info.js';
import { rememberWhole } from './whole_block.js';

/** Everything of the block but its transactions. Depends on the state alone, so it is the same before and after asking. */
interface Frame {
  readonly lastCommit: Commit;
  readonly time: UnixNanos;
  readonly evidence: readonly Evidence[];
  readonly proposer: Bytes;
}

function frameOf({ env, state, round }: Turn): Frame {
  const { chain } = state.ledger;
  invariant(env.key !== undefined, `node ${env.node} proposes without a key`);
  const proposer = env.key.address;
  const evidence = pendingEvidence(state.pool, chain.params.evidence.maxBytes);
  if (round.lastCommit === undefined || chain.lastValidators === undefined)
    return { lastCommit: EMPTY_COMMIT, time: chain.lastBlockTime, evidence, proposer };
  const lastCommit = commitOfVotes(round.lastCommit);
  return { lastCommit, time: medianTime(lastCommit, chain.lastValidators), evidence, proposer };
}

/** `PrepareProposal`; the host adds the transactions that wait. */
export function newBlockQuestion(turn: Turn): Question {
  const { chain } = turn.state.ledger;
  const { lastCommit, time, evidence, proposer } = frameOf(turn);
  const { maxBytes, maxGas } = chain.params.block;
  const request: Omit<PrepareProposalRequest, 'txs'> = {
    maxTxBytes: maxDataBytes(maxBytes, encodeEvidenceList(evidence).length, chain.validators.validators.length),
    localLastCommit: commitInfoOf(turn.env.caches, lastCommit, chain.lastValidators),
    misbehavior: evidence.flatMap(misbehaviorOf),
    height: turn.round.height,
    time,
    nextValidatorsHash: validatorsHash(chain.nextValidators),
    proposerAddress: proposer,
  };
  return { type: 'prepareProposal', request, maxGas };
}

/** The block that holds the transactions which the application chose. */
export function newBlock(turn: Turn, txs: readonly Bytes[]): WholeBlock {
  const { lastCommit, time, evidence, proposer } = frameOf(turn);
  const { chain } = turn.state.ledger;
  const block = makeBlock(chain, turn.round.height, txs, evidence, lastCommit, time, proposer);
  const parts = partSetOf(encodeBlock(block));
  return rememberWhole(turn.env.caches, { block, parts, id: { hash: headerHash(block.header), parts: parts.header } });
}
