/**
 * Builds a block: the proposer's call to the application, and the block made of the reply (CometBFT state/execution.go
 * CreateProposalBlock).
 */
import type { CommitInfo, ExtendedCommitInfo } from '../../abci/application.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type Caches, memoOf } from '../caches.js';
import type { AbciCall } from '../effect.js';
import { misbehaviorOf } from '../evidence/misbehavior.js';
import { pendingEvidence } from '../evidence/pool.js';
import type { StepDraft } from '../step_draft.js';
import { commitOfVotes } from '../tally/commit_of_votes.js';
import { medianTime } from '../types/bft_time.js';
import { encodeBlock, makeBlock } from '../types/block.js';
import { type Commit, EMPTY_COMMIT } from '../types/commit.js';
import { type Evidence, encodeEvidenceList } from '../types/evidence.js';
import { headerHash } from '../types/header.js';
import { maxDataBytes } from '../types/limits.js';
import { partSetOf } from '../types/part_set.js';
import { pbtsEnabled } from '../types/pbts.js';
import { type ValidatorSet, validatorAt, validatorsHash } from '../types/validator_set.js';
import type { WholeBlock } from '../types/whole_block.js';

type Request = Extract<AbciCall, { type: 'prepareProposal' }>['request'];

const lastCommitOf = ({ round: { lastCommit } }: StepDraft): Commit =>
  lastCommit === undefined ? EMPTY_COMMIT : commitOfVotes(lastCommit);

function evidenceOf({ state }: StepDraft): readonly Evidence[] {
  return pendingEvidence(state.pool, state.decidedState.chain.params.evidence.maxBytes);
}

const NOBODY: CommitInfo = { round: 0, votes: [] };

/**
 * Converts a commit to the application's form: the signers and their powers (consensus-engine.md 8.2). `validators` are
 * those of the commit's height; undefined at the initial height, where the result is empty.
 */
export function commitInfoOf(caches: Caches, commit: Commit, validators: ValidatorSet | undefined): CommitInfo {
  if (validators === undefined) return NOBODY;
  if (caches.lastInfo?.commit === commit) return caches.lastInfo.info;
  const votes = commit.signatures.map(({ blockIdFlag }, index) => {
    const { address, votingPower } = validatorAt(validators, index);
    return { validator: { address, power: votingPower }, blockIdFlag };
  });
  const info = { round: commit.round, votes };
  caches.lastInfo = { commit, info };
  return info;
}

/** Adds the extensions of a commit's votes. */
const extended = ({ round, votes }: CommitInfo, { signatures }: Commit): ExtendedCommitInfo => ({
  round,
  votes: votes.map(({ validator, blockIdFlag }, index) => {
    const extension = signatures[index]?.extension;
    return {
      validator,
      blockIdFlag,
      voteExtension: extension?.bytes ?? EMPTY_BYTES,
      extensionSignature: extension?.signature.bytes ?? EMPTY_BYTES,
    };
  }),
});

/** Returns the proposer's time under PBTS; otherwise the last commit's median, which is the genesis time at first. */
function newBlockTime({ now, round: { height }, state }: StepDraft, lastCommit: Commit): UnixNanos {
  const { lastBlockTime, lastValidators, params } = state.decidedState.chain;
  if (params.feature && pbtsEnabled(params.feature, height)) return now;
  return lastValidators === undefined ? lastBlockTime : medianTime(lastCommit, lastValidators);
}

/** Returns the call `PrepareProposal`, without the pending transactions: the caller adds them. */
export function newBlockCall(draft: StepDraft, proposer: Bytes): AbciCall {
  const { chain } = draft.state.decidedState;
  const { lastValidators } = chain;
  const { maxGas } = chain.params.block;
  const lastCommit = lastCommitOf(draft);
  const evidence = evidenceOf(draft);
  const request: Request = {
    maxTxBytes: maxDataBytes(chain.params, encodeEvidenceList(evidence).length, chain.validators.validators.length),
    localLastCommit: extended(commitInfoOf(draft.env.caches, lastCommit, lastValidators), lastCommit),
    misbehavior: evidence.flatMap(misbehaviorOf),
    height: draft.round.height,
    time: newBlockTime(draft, lastCommit),
    nextValidatorsHash: validatorsHash(chain.nextValidators),
    proposerAddress: proposer,
  };
  return { type: 'prepareProposal', request, maxGas };
}

/** Builds the block of the transactions that the application chose. The state has not changed since the call. */
export function newBlock(
  draft: StepDraft,
  { height, time, proposerAddress }: Request,
  txs: readonly Bytes[],
): WholeBlock {
  const { chain } = draft.state.decidedState;
  const block = makeBlock(chain, height, txs, evidenceOf(draft), lastCommitOf(draft), time, proposerAddress);
  const parts = partSetOf(encodeBlock(block));
  const whole = { block, parts, id: { hash: headerHash(block.header), parts: parts.header } };
  return memoOf(draft.env.caches, whole).whole;
}
