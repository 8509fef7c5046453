/**
 * Own votes and proposals. The sign record is the last line of defence against signing twice: nothing is signed at or
 * before a place where something was signed already (CometBFT privval/file.go). The signature itself is made when its
 * bytes are first read.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { Env, ValidatorKey } from '../env.js';
import type { SignRecord } from '../state.js';
import { sendToAll, type Turn } from '../turn.js';
import type { BlockId } from '../types/block_id.js';
import { type Proposal, proposalSignBytes } from '../types/proposal.js';
import { lazySignature, NO_SIGNATURE, type Signature } from '../types/signature.js';
import { indexOfAddress } from '../types/validator_set.js';
import { type Vote, VoteType, voteSignBytes } from '../types/vote.js';
import { Step } from './step.js';
import { voteTime } from './vote_time.js';

/** A signature by `key` over what `message` gives, which must always be the same. */
function signatureBy(
  { crypto, caches }: Pick<Env, 'crypto' | 'caches'>,
  key: ValidatorKey,
  message: () => Bytes,
): Signature {
  const signature = lazySignature(() => crypto.sign(key.seed, message()));
  caches.made.set(signature, { pubKey: key.pubKey, message });
  return signature;
}

/** `vote` with the signature of `key`. */
export function signedVote(
  env: Pick<Env, 'crypto' | 'caches'>,
  chainId: string,
  key: ValidatorKey,
  vote: Omit<Vote, 'signature'>,
): Vote {
  const signature = signatureBy(env, key, () => voteSignBytes(chainId, { ...vote, signature: NO_SIGNATURE }));
  const signed = { ...vote, signature };
  env.caches.signers.set(signed, key.pubKey);
  return signed;
}

/** `proposal` with the signature of `key`. */
export function signedProposal(
  env: Pick<Env, 'crypto' | 'caches'>,
  chainId: string,
  key: ValidatorKey,
  proposal: Omit<Proposal, 'signature'>,
): Proposal {
  const signature = signatureBy(env, key, () => proposalSignBytes(chainId, { ...proposal, signature: NO_SIGNATURE }));
  const signed = { ...proposal, signature };
  env.caches.signers.set(signed, key.pubKey);
  return signed;
}

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
  sendToAll(turn, { type: 'vote', vote: signedVote(turn.env, chainId, key, unsigned) });
}

/** Undefined when something was signed here before. */
export function signProposal(turn: Turn, blockId: BlockId, polRound: number): Proposal | undefined {
  const { key } = turn.env;
  const { height, round } = turn.round;
  if (key === undefined || !claimPlace(turn, { height, round, step: Step.Propose })) return undefined;
  const { chainId } = turn.state.ledger.chain;
  return signedProposal(turn.env, chainId, key, { height, round, polRound, blockId, timestamp: turn.now });
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
