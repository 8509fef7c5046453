/**
 * Memos by object identity, shared by all nodes of a process. They hold only what can be computed again from the same
 * objects, so nothing can tell whether they are there: a vote or a block that a fault changed is a new object, is found
 * in no memo and is checked for real.
 */
import type {
  CommitInfo,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  ProcessProposalRequest,
  PubKey,
} from '../abci/application.js';
import type { DecidedState } from './decided_state.js';
import { haveSameVotes, isFull, type VoteSet } from './tally/vote_set.js';
import type { Commit } from './types/commit.js';
import type { Part } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { Vote } from './types/vote.js';
import type { WholeBlock } from './types/whole_block.js';

/** Blocks that are remembered: more than the proposals that one height usually sees. */
export const KEPT_BLOCKS = 16;

/** What was found out about one block. */
export interface BlockMemo {
  readonly whole: WholeBlock;
  /** What is wrong with it on top of a ledger; no problem when undefined. */
  judged: { readonly decidedState: DecidedState; readonly problem: string | undefined } | undefined;
  requests: { readonly process: ProcessProposalRequest; readonly finalize: FinalizeBlockRequest } | undefined;
  advanced:
    | { readonly before: DecidedState; readonly response: FinalizeBlockResponse; readonly after: DecidedState }
    | undefined;
}

export interface Caches {
  /** Votes and proposals of others whose signature was checked, and is good for this key. */
  readonly signers: WeakMap<Vote | Proposal, PubKey>;
  /** The newest first. */
  readonly blocks: BlockMemo[];
  /** Every validator's precommit for the last block: nodes that hold these same votes hold this one object. */
  allVotes: VoteSet | undefined;
  /** What a set became when it was given other versions of its votes. */
  lastSwap: { readonly set: VoteSet; readonly votes: readonly Vote[]; readonly result: VoteSet } | undefined;
  lastInfo: { readonly commit: Commit; readonly info: CommitInfo } | undefined;
}

export const createCaches = (): Caches => ({
  signers: new WeakMap(),
  blocks: [],
  allVotes: undefined,
  lastSwap: undefined,
  lastInfo: undefined,
});

/** The memo of a block; a new one if it is not remembered. */
export function memoOf(caches: Caches, whole: WholeBlock): BlockMemo {
  for (const memo of caches.blocks) if (memo.whole.block === whole.block) return memo;
  const memo = { whole, judged: undefined, requests: undefined, advanced: undefined };
  caches.blocks.unshift(memo);
  if (caches.blocks.length > KEPT_BLOCKS) caches.blocks.pop();
  return memo;
}

/** The remembered block that this very part belongs to. */
export function ownerOf(caches: Caches, part: Part): WholeBlock | undefined {
  for (const { whole } of caches.blocks) if (whole.parts.parts[part.index] === part) return whole;
  return undefined;
}

/** The set itself, or, once everybody has voted, the object that stands for the same votes on every node. */
export function sharedVotes(caches: Caches, set: VoteSet): VoteSet {
  if (!isFull(set)) return set;
  if (caches.allVotes === undefined || !haveSameVotes(caches.allVotes, set)) caches.allVotes = set;
  return caches.allVotes;
}
