/** Defines the inputs of a validator's engine, among them the messages of other validators. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';
import type { RoundStep } from './round_step.js';
import type { BlockId } from './types/block_id.js';
import type { Commit } from './types/commit.js';
import type { Evidence } from './types/evidence.js';
import type { Part, PartSet } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { Vote, VoteType } from './types/vote.js';

/** Application's reply to the call that the state awaits; no other input may come before it. */
export type AbciReply =
  | { readonly type: 'prepareProposal'; readonly txs: readonly Bytes[] }
  | { readonly type: 'processProposal'; readonly accept: boolean }
  | { readonly type: 'extendVote'; readonly voteExtension: Bytes }
  | { readonly type: 'verifyVoteExtension'; readonly accept: boolean }
  | { readonly type: 'finalizeBlock'; readonly response: FinalizeBlockResponse };

/** Timeout of a height, round and step. It fires at `at`, in the time of this node's clock. */
export interface Timeout {
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStep;
  readonly at: UnixNanos;
  /** Nanoseconds from its scheduling. */
  readonly duration: bigint;
}

/** Message that validators send each other and themselves (CometBFT consensus/msgs.go). */
export type Message =
  | { readonly type: 'proposal'; readonly proposal: Proposal }
  | { readonly type: 'part'; readonly height: bigint; readonly round: number; readonly part: Part }
  | { readonly type: 'vote'; readonly vote: Vote }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  /** Claim that the sender sees more than two thirds for a block; the receiver then counts conflicting votes for it. */
  | {
      readonly type: 'majority';
      readonly height: bigint;
      readonly round: number;
      readonly voteType: VoteType;
      readonly blockId: BlockId;
    }
  /** Stored commit of the height of a node that is behind, and the parts of the decided block. */
  | { readonly type: 'catch up'; readonly commit: Commit; readonly parts: PartSet };

/** Message with the node that sent it; a node's own messages name the node itself. */
export interface Incoming {
  readonly from: number;
  readonly message: Message;
}

export type Input =
  | { readonly type: 'start' }
  | { readonly type: 'message'; readonly incoming: Incoming }
  | { readonly type: 'timeout'; readonly timeout: Timeout }
  | { readonly type: 'transactions available' }
  | { readonly type: 'reply'; readonly reply: AbciReply }
  /** Precommits of a decided block, signed again with another time. */
  | { readonly type: 're-sign'; readonly votes: readonly Vote[] };
