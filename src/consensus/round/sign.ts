/**
 * Signs own votes and proposals. The sign record is the last protection against signing twice: nothing is signed at or
 * before a position that has a signature (CometBFT privval/file.go). The signature itself is computed when its bytes
 * are first read.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ValidatorKey } from '../env.js';
import { RoundStep } from '../round_step.js';
import { OwnSignature } from '../signature/own_signature.js';
import type { SignRecord } from '../state.js';
import { emit, type StepDraft, sendToAll } from '../step_draft.js';
import type { BlockId } from '../types/block_id.js';
import { voteExtensionsEnabled } from '../types/params.js';
import { pbtsEnabled } from '../types/pbts.js';
import type { Proposal } from '../types/proposal.js';
import { indexOfAddress } from '../types/validator_set.js';
import { isExtendable, type VoteExtension, VoteType } from '../types/vote.js';
import type { WholeBlock } from '../types/whole_block.js';
import { voteTime } from './vote_time.js';

const VOTE_STEP = { [VoteType.Prevote]: RoundStep.Prevote, [VoteType.Precommit]: RoundStep.Precommit } as const;

/**
 * Casts a vote for the block that the rules choose, if this node is a validator of the height. `extension` is that of
 * the application, for a precommit that has one.
 */
export function castVote(draft: StepDraft, type: VoteType, chosen: BlockId, extension = EMPTY_BYTES): void {
  const { key, misbehavior } = draft.env;
  const { height, round, validators } = draft.round;
  if (key === undefined) return;
  const validatorIndex = indexOfAddress(validators, key.address);
  if (validatorIndex < 0 || !claimPlace(draft, { height, round, step: VOTE_STEP[type] })) return;
  const { chainId, params } = draft.state.decidedState.chain;
  const blockId = misbehavior?.voteFor?.({ type, height, round }, chosen) ?? chosen;
  const timestamp = voteTime(draft);
  // The set's own object: all nodes then compare the address by identity.
  const validatorAddress = validators.validators[validatorIndex]?.address ?? key.address;
  const plain = { type, height, round, blockId, timestamp, validatorAddress, validatorIndex };
  const unsigned =
    voteExtensionsEnabled(params, height) && isExtendable(plain)
      ? { ...plain, extension: signExtension(draft, key, extension) }
      : plain;
  sendToAll(draft, { type: 'vote', vote: OwnSignature.onVote(draft.env.crypto, chainId, key, unsigned) });
}

/** Signs an extension of a precommit of the current round, also an empty one. */
function signExtension({ env, state, round: place }: StepDraft, key: ValidatorKey, extension: Bytes): VoteExtension {
  const { crypto, misbehavior } = env;
  const bytes = misbehavior?.extendWith?.(place, extension) ?? extension;
  return OwnSignature.onExtension(crypto, state.decidedState.chain.chainId, key, place, bytes);
}

/** Reports whether this node may sign a vote of the current round, which it does at most once. */
export function maySign({ env, state, round: rs }: StepDraft, type: VoteType): boolean {
  const { height, round, validators } = rs;
  if (env.key === undefined || indexOfAddress(validators, env.key.address) < 0) return false;
  return state.signed === undefined || isLater({ height, round, step: VOTE_STEP[type] }, state.signed);
}

/** Signs a proposal; returns undefined when this position has a signature already. */
export function signProposal(draft: StepDraft, whole: WholeBlock, polRound: number): Proposal | undefined {
  const { key } = draft.env;
  const { height, round } = draft.round;
  if (key === undefined || !claimPlace(draft, { height, round, step: RoundStep.Propose })) return undefined;
  const { chainId, params } = draft.state.decidedState.chain;
  const { feature } = params;
  const timestamp = feature && pbtsEnabled(feature, height) ? whole.block.header.time : draft.now;
  const facts = { height, round, polRound, blockId: whole.id, timestamp };
  return OwnSignature.onProposal(draft.env.crypto, chainId, key, facts);
}

/** Records the position before anything that is signed there leaves the node. */
function claimPlace(draft: StepDraft, place: SignRecord): boolean {
  const last = draft.state.signed;
  if (last !== undefined && !isLater(place, last)) return false;
  draft.state.signed = place;
  emit(draft, { type: 'persist' });
  return true;
}

/** Reports whether `a` comes strictly after `b`. */
export function isLater(a: SignRecord, b: SignRecord): boolean {
  if (a.height !== b.height) return a.height > b.height;
  if (a.round !== b.round) return a.round > b.round;
  return a.step > b.step;
}
