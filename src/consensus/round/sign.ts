/**
 * Own votes and proposals. The sign record is the last line of defence against signing twice: nothing is signed at or
 * before a place where something was signed already (CometBFT privval/file.go). The signature itself is made when its
 * bytes are first read.
 */
import type { SignRecord } from '../state.js';
import { sendToAll, type Turn } from '../turn.js';
import type { BlockId } from '../types/block_id.js';
import type { Proposal } from '../types/proposal.js';
import { indexOfAddress } from '../types/validator_set.js';
import { VoteType } from '../types/vote.js';
import { OwnSignature } from './own_signature.js';
import { Step } from './step.js';
import { voteTime } from './vote_time.js';

const VOTE_STEP = { [VoteType.Prevote]: Step.Prevote, [VoteType.Precommit]: Step.Precommit } as const;

/** Votes, if this node is a validator of the height. */
export function castVote(turn: Turn, type: VoteType, blockId: BlockId): void {
  const { key } = turn.env;
  const { height, round, validators } = turn.round;
  if (key === undefined) return;
  const validatorIndex = indexOfAddress(validators, key.address);
  if (validatorIndex < 0 || !claimPlace(turn, { height, round, step: VOTE_STEP[type] })) return;
  const { chainId } = turn.state.ledger.chain;
  const timestamp = voteTime(turn);
  const unsigned = { type, height, round, blockId, timestamp, validatorAddress: key.address, validatorIndex };
  sendToAll(turn, { type: 'vote', vote: OwnSignature.onVote(turn.env.crypto, chainId, key, unsigned) });
}

/** Undefined when something was signed here before. */
export function signProposal(turn: Turn, blockId: BlockId, polRound: number): Proposal | undefined {
  const { key } = turn.env;
  const { height, round } = turn.round;
  if (key === undefined || !claimPlace(turn, { height, round, step: Step.Propose })) return undefined;
  const { chainId } = turn.state.ledger.chain;
  const facts = { height, round, polRound, blockId, timestamp: turn.now };
  return OwnSignature.onProposal(turn.env.crypto, chainId, key, facts);
}

/** Takes note of the place before anything signed there leaves. */
function claimPlace(turn: Turn, place: SignRecord): boolean {
  const last = turn.state.signed;
  if (last !== undefined && !isLater(place, last)) return false;
  turn.state.signed = place;
  turn.effects.push({ type: 'persist' });
  return true;
}

/** Whether `a` comes strictly after `b`. */
export function isLater(a: SignRecord, b: SignRecord): boolean {
  if (a.height !== b.height) return a.height > b.height;
  if (a.round !== b.round) return a.round > b.round;
  return a.step > b.step;
}
