/**
 * The votes of one type in one round, and their sums (CometBFT types/vote_set.go, consensus-engine.md 5.5). The first
 * vote of a validator counts. A second, different one is a conflict, and counts for its block only when a peer claims a
 * majority for that block. The first majority is final. The set is immutable.
 */
import { equalBytes } from '../../kernel/bytes.js';
import { type BlockId, equalBlockIds } from '../types/block_id.js';
import { twoThirdsOf, type Validator, type ValidatorSet } from '../types/validator_set.js';
import type { Vote, VoteType } from '../types/vote.js';
import {
  areEqualSlots,
  emptySlots,
  forEachOther,
  listOfSlots,
  mapSlots,
  type PersistentArray,
  slotAt,
  withSlot,
} from './persistent_array.js';

/** Votes for one block, or for nil: those that represent their validators, and those besides. */
export interface BlockTally {
  readonly blockId: BlockId;
  /** Votes of validators that another vote represents. */
  readonly besides: readonly Vote[];
  readonly power: bigint;
  /** Whether a peer claims a majority for this block. */
  readonly claimed: boolean;
}

export interface VoteSet {
  readonly height: bigint;
  readonly round: number;
  readonly type: VoteType;
  readonly validators: ValidatorSet;
  /** A majority needs more power than this. */
  readonly twoThirds: bigint;
  /** Vote that represents each validator: its first, or the one for the majority's block. */
  readonly standing: PersistentArray<Vote>;
  /** Sums the power of all validators that voted for any block. */
  readonly power: bigint;
  readonly blocks: readonly BlockTally[];
  readonly majority: BlockId | undefined;
}

export type AddedVote =
  /** `conflict` is an earlier vote of the same validator for another block. */
  | { readonly type: 'added'; readonly set: VoteSet; readonly conflict: Vote | undefined }
  | { readonly type: 'duplicate' }
  /**
   * Was not counted. Where a majority exists, the majority's votes represent their validators, so `set` may show the
   * new vote.
   */
  | { readonly type: 'conflict'; readonly set: VoteSet; readonly conflict: Vote }
  | { readonly type: 'refused'; readonly reason: string };

export function newVoteSet(height: bigint, round: number, type: VoteType, validators: ValidatorSet): VoteSet {
  const standing = emptySlots(validators.validators.length);
  const twoThirds = twoThirdsOf(validators.totalVotingPower);
  return { height, round, type, validators, twoThirds, standing, power: 0n, blocks: [], majority: undefined };
}

/** Reports whether more than two thirds of the power voted, for any block. */
export const hasTwoThirdsAny = ({ power, twoThirds }: VoteSet): boolean => power > twoThirds;

/** Reports whether every validator voted. */
export const isFull = (set: VoteSet): boolean => set.power === set.validators.totalVotingPower;

/** Reports whether two sets hold the very same votes, all for one block; such sets are interchangeable. */
export function haveSameVotes(a: VoteSet, b: VoteSet): boolean {
  if (a.height !== b.height || a.round !== b.round || a.type !== b.type || a.validators !== b.validators) return false;
  const [mine, theirs] = [onlyBlock(a), onlyBlock(b)];
  return mine !== undefined && mine === theirs && areEqualSlots(a.standing, b.standing);
}

/** Returns the one block that all votes of the set are for, if no peer claims anything. */
function onlyBlock({ blocks }: VoteSet): BlockId | undefined {
  const [first, second] = blocks;
  return first === undefined || second !== undefined || first.claimed ? undefined : first.blockId;
}

/** Returns the vote that represents each validator. */
export const votesOf = ({ standing }: VoteSet): readonly (Vote | undefined)[] => listOfSlots(standing);

/**
 * Calls `visit` for each vote that represents its validator and that `held`, a set of the same validators, does not have
 * as the same object. `held` may still have an equal vote.
 */
export const forEachOtherVote = (
  { standing }: VoteSet,
  held: VoteSet | undefined,
  visit: (vote: Vote, validatorIndex: number) => void,
): void => forEachOther(standing, held?.standing, visit);

/** Returns the vote that represents a validator. */
export const voteAt = ({ standing }: VoteSet, validatorIndex: number): Vote | undefined =>
  slotAt(standing, validatorIndex);

function placeOf({ blocks }: VoteSet, blockId: BlockId): number {
  for (let at = 0; at < blocks.length; at++) {
    const known = (blocks[at] as BlockTally).blockId;
    if (known === blockId || equalBlockIds(known, blockId)) return at;
  }
  return -1;
}

/** Returns this validator's vote for this block, if the set has it. */
export function findVote(set: VoteSet, validatorIndex: number, blockId: BlockId): Vote | undefined {
  const standing = voteAt(set, validatorIndex);
  if (standing === undefined || equalBlockIds(standing.blockId, blockId)) return standing;
  return set.blocks[placeOf(set, blockId)]?.besides.find((vote) => vote.validatorIndex === validatorIndex);
}

/** Adds a vote; `isGenuine` checks its signature and is called last. */
export function addVote(set: VoteSet, vote: Vote, isGenuine: (vote: Vote) => boolean): AddedVote {
  const problem = misplaced(set, vote);
  if (problem !== undefined) return { type: 'refused', reason: problem };
  const earlier = slotAt(set.standing, vote.validatorIndex);
  const same = earlier && findVote(set, vote.validatorIndex, vote.blockId);
  if (same !== undefined) {
    if (isSameSignature(same, vote)) return { type: 'duplicate' };
    return { type: 'refused', reason: 'the same vote with another signature' };
  }
  if (!isGenuine(vote)) return { type: 'refused', reason: 'wrong signature' };
  return addGenuine(set, vote, earlier);
}

function misplaced(set: VoteSet, vote: Vote): string | undefined {
  if (vote.height !== set.height || vote.round !== set.round || vote.type !== set.type)
    return `a vote of ${vote.height}/${vote.round} type ${vote.type} in the set of ${set.height}/${set.round} type ${set.type}`;
  const validator = set.validators.validators[vote.validatorIndex];
  if (validator === undefined)
    return `validator index ${vote.validatorIndex} in a set of ${set.validators.validators.length}`;
  if (validator.address !== vote.validatorAddress && !equalBytes(validator.address, vote.validatorAddress))
    return `validator ${vote.validatorIndex} has another address`;
  return undefined;
}

const isSameSignature = (a: Vote, b: Vote): boolean =>
  a.signature === b.signature || equalBytes(a.signature.bytes, b.signature.bytes);

function addGenuine(set: VoteSet, vote: Vote, earlier: Vote | undefined): AddedVote {
  const at = placeOf(set, vote.blockId);
  const known = set.blocks[at];
  if (earlier !== undefined && known?.claimed !== true)
    return { type: 'conflict', set: isForMajority(set, vote) ? stand(set, vote) : set, conflict: earlier };
  const { votingPower } = set.validators.validators[vote.validatorIndex] as Validator;
  const { height, round, type, validators, twoThirds } = set;
  const tally = {
    blockId: known?.blockId ?? vote.blockId,
    besides: known?.besides ?? NONE,
    power: known === undefined ? votingPower : known.power + votingPower,
    claimed: known?.claimed ?? false,
  };
  const wins = set.majority === undefined && tally.power > twoThirds;
  const counted: VoteSet = {
    height,
    round,
    type,
    validators,
    twoThirds,
    standing: earlier === undefined ? withSlot(set.standing, vote.validatorIndex, vote) : set.standing,
    power: earlier === undefined ? set.power + votingPower : set.power,
    blocks: known === undefined ? [...set.blocks, tally] : set.blocks.with(at, tally),
    majority: wins ? tally.blockId : set.majority,
  };
  // Only a conflicting vote, or a majority that has some, changes the votes that represent validators.
  const settled = earlier === undefined ? counted : placeSecond(counted, vote);
  return { type: 'added', set: wins ? settleMajority(settled) : settled, conflict: earlier };
}

const NONE: readonly Vote[] = [];

const isForMajority = ({ majority }: VoteSet, vote: Vote): boolean =>
  majority !== undefined && equalBlockIds(majority, vote.blockId);

/** Lets a second vote represent its validator if it is for the majority's block, and counts it besides otherwise. */
const placeSecond = (set: VoteSet, vote: Vote): VoteSet =>
  isForMajority(set, vote) ? stand(set, vote) : putBesides(set, vote);

function putBesides(set: VoteSet, vote: Vote): VoteSet {
  const blocks = set.blocks.map((tally) =>
    equalBlockIds(tally.blockId, vote.blockId) ? { ...tally, besides: [...tally.besides, vote] } : tally,
  );
  return { ...set, blocks };
}

/** Lets `vote` represent its validator; the one before is counted besides. */
function stand(set: VoteSet, vote: Vote): VoteSet {
  const before = voteAt(set, vote.validatorIndex);
  const next = { ...set, standing: withSlot(set.standing, vote.validatorIndex, vote) };
  return before === undefined ? next : putBesides(next, before);
}

/** Lets all votes for a block with a majority represent their validators. */
function settleMajority(set: VoteSet): VoteSet {
  const winner = set.blocks.find(({ blockId }) => blockId === set.majority);
  if (winner === undefined || winner.besides.length === 0) return set;
  const blocks = set.blocks.map((tally) => (tally === winner ? { ...tally, besides: NONE } : tally));
  return winner.besides.reduce(stand, { ...set, blocks });
}

/** Returns the set after a peer's claim of a majority for `blockId`: conflicting votes for it count from then on. */
export function claimMajority(set: VoteSet, blockId: BlockId): VoteSet {
  const at = placeOf(set, blockId);
  const known = set.blocks[at];
  if (known?.claimed === true) return set;
  const tally = known ?? { blockId, besides: NONE, power: 0n };
  const claimed = { ...tally, claimed: true };
  return { ...set, blocks: known === undefined ? [...set.blocks, claimed] : set.blocks.with(at, claimed) };
}

/** Replaces each vote by the result of `swap`. Both must agree in every field that is counted. */
export function mapVotes(set: VoteSet, swap: (vote: Vote) => Vote): VoteSet {
  const { height, round, type, validators, twoThirds, power, majority } = set;
  const standing = mapSlots(set.standing, swap);
  const blocks = set.blocks.map(({ blockId, besides, power, claimed }) => ({
    blockId,
    besides: besides.length === 0 ? NONE : besides.map(swap),
    power,
    claimed,
  }));
  return { height, round, type, validators, twoThirds, standing, power, blocks, majority };
}
