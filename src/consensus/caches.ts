/**
 * Memos by object identity, shared by all nodes of a process. They hold only values that can be computed again from the
 * same objects, so no result depends on them. A vote or a block that a fault changed is a new object: no memo has it,
 * and it is checked for real.
 */
import type {
  CommitInfo,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  ProcessProposalRequest,
  PubKey,
} from '../abci/application.js';
import type { DecidedState } from './decided_state.js';
import { type HeightVotes, newHeightVotes, trackUpTo } from './tally/height_votes.js';
import { haveSameVotes, isFull, type VoteSet } from './tally/vote_set.js';
import type { Commit } from './types/commit.js';
import type { Part } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { ValidatorSet } from './types/validator_set.js';
import type { Vote } from './types/vote.js';
import type { WholeBlock } from './types/whole_block.js';

/** Most remembered blocks: more than the proposals that one height usually sees. */
export const CACHED_BLOCKS = 16;

/** Results that were computed for one block. */
export interface BlockMemo {
  readonly whole: WholeBlock;
  /** Problem of the block on top of a decided state; `problem` is `undefined` when it has none. */
  judged: { readonly decidedState: DecidedState; readonly problem: string | undefined } | undefined;
  requests: { readonly process: ProcessProposalRequest; readonly finalize: FinalizeBlockRequest } | undefined;
  advanced:
    | { readonly before: DecidedState; readonly response: FinalizeBlockResponse; readonly after: DecidedState }
    | undefined;
}

export interface Caches {
  /** Key under which the signature of a vote or proposal of others was verified. */
  readonly signers: WeakMap<Vote | Proposal, PubKey>;
  /** The newest block comes first. */
  readonly blocks: BlockMemo[];
  /** Votes of the newest height before any vote: all nodes begin with this object. */
  newVotes: HeightVotes | undefined;
  /** Result of the last `trackUpTo`. */
  tracked: { readonly votes: HeightVotes; readonly result: HeightVotes } | undefined;
  /** Every validator's precommit for the last block: nodes with these same votes share this object. */
  allVotes: VoteSet | undefined;
  /** Result of the last replacement of votes in a set by other versions of them. */
  lastSwap: { readonly set: VoteSet; readonly votes: readonly Vote[]; readonly result: VoteSet } | undefined;
  lastInfo: { readonly commit: Commit; readonly info: CommitInfo } | undefined;
}

export const createCaches = (): Caches => ({
  signers: new WeakMap(),
  blocks: [],
  newVotes: undefined,
  tracked: undefined,
  allVotes: undefined,
  lastSwap: undefined,
  lastInfo: undefined,
});

/** Returns the memo of a block, and creates one if the block is not remembered. */
export function memoOf(caches: Caches, whole: WholeBlock): BlockMemo {
  for (const memo of caches.blocks) if (memo.whole.block === whole.block) return memo;
  const memo = { whole, judged: undefined, requests: undefined, advanced: undefined };
  caches.blocks.unshift(memo);
  if (caches.blocks.length > CACHED_BLOCKS) caches.blocks.pop();
  return memo;
}

/** Returns the remembered block that this very part belongs to. */
export function ownerOf(caches: Caches, part: Part): WholeBlock | undefined {
  for (const { whole } of caches.blocks) if (whole.parts.parts[part.index] === part) return whole;
  return undefined;
}

/**
 * Returns the set itself or, once every validator has voted, the object that represents the same votes on every node.
 */
export function sharedVotes(caches: Caches, set: VoteSet): VoteSet {
  if (!isFull(set)) return set;
  if (caches.allVotes === undefined || !haveSameVotes(caches.allVotes, set)) caches.allVotes = set;
  return caches.allVotes;
}

/** Returns the votes of a height before any vote. */
export function sharedNewVotes(caches: Caches, height: bigint, validators: ValidatorSet): HeightVotes {
  const known = caches.newVotes;
  if (known !== undefined && known.height === height && known.validators === validators) return known;
  caches.newVotes = newHeightVotes(height, validators);
  return caches.newVotes;
}

/** Opens every round up to `round`. */
export function sharedTracking(caches: Caches, votes: HeightVotes, round: number): HeightVotes {
  const known = caches.tracked;
  if (known?.votes === votes && known.result.tracked === round) return known.result;
  const result = trackUpTo(votes, round);
  caches.tracked = { votes, result };
  return result;
}
