/** The messages that validators send each other and themselves (CometBFT consensus/msgs.go). */
import type { BlockId } from './types/block_id.js';
import type { Commit } from './types/commit.js';
import type { Evidence } from './types/evidence.js';
import type { Part, PartSet } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { Vote, VoteType } from './types/vote.js';

export type Message =
  | { readonly type: 'proposal'; readonly proposal: Proposal }
  | { readonly type: 'part'; readonly height: bigint; readonly round: number; readonly part: Part }
  | { readonly type: 'vote'; readonly vote: Vote }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  /**
   * Claims that the sender sees more than two thirds for a block; the receiver then counts conflicting votes for it.
   */
  | {
      readonly type: 'majority';
      readonly height: bigint;
      readonly round: number;
      readonly voteType: VoteType;
      readonly blockId: BlockId;
    }
  /** Gives a node that is behind the stored commit of its height, and the parts of the decided block. */
  | { readonly type: 'catch up'; readonly commit: Commit; readonly parts: PartSet };

/** Pairs a message with the node that sent it; a node's own messages name the node itself. */
export interface Incoming {
  readonly from: number;
  readonly message: Message;
}
