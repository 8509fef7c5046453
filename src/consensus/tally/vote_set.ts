/**
 * The votes of one type in one round, and what they add up to (CometBFT types/vote_set.go, consensus-engine.md 5.5). The
 * first vote of a validator counts; a second, different one is a conflict, and counts for its block only when a peer
 * claims a majority for that block. The first majority is final. Immutable.
 */
import { equalBytes } from '../../kernel/bytes.js';
import { type BlockId, equalBlockIds } from '../types/block_id.js';
import { hasTwoThirds, type ValidatorSet } from '../types/validator_set.js';
import type { Vote, VoteType } from '../types/vote.js';

/** The votes for one block, or for nil. */
export interface BlockTally {
  readonly blockId: BlockId;
  /** In order of arrival; at most one of each validator. */
  readonly votes: readonly Vote[];
  readonly power: bigint;
  /** A peer says that it sees a majority for this block. */
  readonly claimed: boolean;
}

export interface VoteSet {
  readonly height: bigint;
  readonly round: number;
  readonly type: VoteType;
  readonly validators: ValidatorSet;
  /** The vote that stands for each validator: its first, or the one for the majority's block. */
  readonly votes: readonly (Vote | undefined)[];
  /** Of all validators that voted for anything. */
  readonly power: bigint;
  readonly blocks: readonly BlockTally[];
  readonly majority: BlockId | undefined;
}

export type AddedVote =
  /** `conflict` is an earlier vote of the same validator for something else. */
  | { readonly type: 'added'; readonly set: VoteSet; readonly conflict: Vote | undefined }
  | { readonly type: 'duplicate' }
  /** Not counted; but where a majority stands, its votes stand too, so `set` may show the new vote. */
  | { readonly type: 'conflict'; readonly set: VoteSet; readonly conflict: Vote }
  | { readonly type: 'refused'; readonly reason: string };

export function newVoteSet(height: bigint, round: number, type: VoteType, validators: ValidatorSet): VoteSet {
  const votes = new Array<undefined>(validators.validators.length).fill(undefined);
  return { height, round, type, validators, votes, power: 0n, blocks: [], majority: undefined };
}

/** More than two thirds of the power voted, for whatever. */
export const hasTwoThirdsAny = (set: VoteSet): boolean => hasTwoThirds(set.power, set.validators.totalVotingPower);

/** Every validator voted. */
export const isFull = (set: VoteSet): boolean => set.power === set.validators.totalVotingPower;

const tallyOf = (set: VoteSet, blockId: BlockId): BlockTally | undefined =>
  set.blocks.find((tally) => equalBlockIds(tally.blockId, blockId));

/** This validator's vote for this block, if it is here. */
export function findVote(set: VoteSet, validatorIndex: number, blockId: BlockId): Vote | undefined {
  const standing = set.votes[validatorIndex];
  if (standing === undefined || equalBlockIds(standing.blockId, blockId)) return standing;
  return tallyOf(set, blockId)?.votes.find((vote) => vote.validatorIndex === validatorIndex);
}

/** Adds a vote; `isGenuine` checks its signature and is asked last. */
export function addVote(set: VoteSet, vote: Vote, isGenuine: () => boolean): AddedVote {
  const problem = misplaced(set, vote);
  if (problem !== undefined) return { type: 'refused', reason: problem };
  const same = findVote(set, vote.validatorIndex, vote.blockId);
  if (same !== undefined) {
    if (isSameSignature(same, vote)) return { type: 'duplicate' };
    return { type: 'refused', reason: 'the same vote with another signature' };
  }
  if (!isGenuine()) return { type: 'refused', reason: 'wrong signature' };
  return addGenuine(set, vote);
}

function misplaced(set: VoteSet, vote: Vote): string | undefined {
  if (vote.height !== set.height || vote.round !== set.round || vote.type !== set.type)
    return `a vote of ${vote.height}/${vote.round} type ${vote.type} in the set of ${set.height}/${set.round} type ${set.type}`;
  const validator = set.validators.validators[vote.validatorIndex];
  if (validator === undefined)
    return `validator index ${vote.validatorIndex} in a set of ${set.validators.validators.length}`;
  if (!equalBytes(validator.address, vote.validatorAddress))
    return `validator ${vote.validatorIndex} has another address`;
  return undefined;
}

const isSameSignature = (a: Vote, b: Vote): boolean =>
  a.signature === b.signature || equalBytes(a.signature.bytes, b.signature.bytes);

function addGenuine(set: VoteSet, vote: Vote): AddedVote {
  const { height, round, type, validators } = set;
  const standing = set.votes[vote.validatorIndex];
  const at = set.blocks.findIndex((tally) => equalBlockIds(tally.blockId, vote.blockId));
  const known = set.blocks[at];
  if (standing !== undefined && known?.claimed !== true)
    return { type: 'conflict', set: standInMajority(set, vote), conflict: standing };
  const power = (validators.validators[vote.validatorIndex] as { votingPower: bigint }).votingPower;
  const tally = withVote(known, vote, power);
  const wins = set.majority === undefined && hasTwoThirds(tally.power, validators.totalVotingPower);
  const majority = wins ? tally.blockId : set.majority;
  const next: VoteSet = {
    height,
    round,
    type,
    validators,
    votes: standingVotes(set, vote, wins ? tally : undefined),
    power: standing === undefined ? set.power + power : set.power,
    blocks: known === undefined ? [...set.blocks, tally] : set.blocks.with(at, tally),
    majority,
  };
  return { type: 'added', set: next, conflict: standing };
}

const withVote = (known: BlockTally | undefined, vote: Vote, power: bigint): BlockTally =>
  known === undefined
    ? { blockId: vote.blockId, votes: [vote], power, claimed: false }
    : { blockId: known.blockId, votes: [...known.votes, vote], power: known.power + power, claimed: known.claimed };

/** With the new vote, unless an earlier one of its validator stands; a block that wins brings all of its votes. */
function standingVotes(set: VoteSet, vote: Vote, winner: BlockTally | undefined): VoteSet['votes'] {
  const votes = [...set.votes];
  if (winner !== undefined) for (const winning of winner.votes) votes[winning.validatorIndex] = winning;
  else if (votes[vote.validatorIndex] === undefined || isForMajority(set, vote)) votes[vote.validatorIndex] = vote;
  return votes;
}

const isForMajority = ({ majority }: VoteSet, vote: Vote): boolean =>
  majority !== undefined && equalBlockIds(majority, vote.blockId);

function standInMajority(set: VoteSet, vote: Vote): VoteSet {
  if (!isForMajority(set, vote)) return set;
  return { ...set, votes: set.votes.with(vote.validatorIndex, vote) };
}

/** The set once a peer claims to see a majority for `blockId`: conflicting votes for it count from now on. */
export function claimMajority(set: VoteSet, blockId: BlockId): VoteSet {
  const known = tallyOf(set, blockId);
  if (known?.claimed === true) return set;
  if (known === undefined) return { ...set, blocks: [...set.blocks, { blockId, votes: [], power: 0n, claimed: true }] };
  const blocks = set.blocks.map((tally) => (tally === known ? { ...tally, claimed: true } : tally));
  return { ...set, blocks };
}

/** The same votes, each replaced by what `swap` gives for it. They must agree in everything that is counted. */
export function mapVotes(set: VoteSet, swap: (vote: Vote) => Vote): VoteSet {
  const { height, round, type, validators, power, majority } = set;
  const votes = set.votes.map((vote) => (vote === undefined ? undefined : swap(vote)));
  const blocks = set.blocks.map((tally) => ({
    blockId: tally.blockId,
    votes: tally.votes.map(swap),
    power: tally.power,
    claimed: tally.claimed,
  }));
  return { height, round, type, validators, votes, power, blocks, majority };
}
