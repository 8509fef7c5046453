/** What validators send each other, and one's own messages to oneself (CometBFT consensus/msgs.go). */
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
  /** "I see more than two thirds for this": makes the receiver count conflicting votes for it. */
  | {
      readonly type: 'majority';
      readonly height: bigint;
      readonly round: number;
      readonly voteType: VoteType;
      readonly blockId: BlockId;
    }
  /** To a node that is behind: the stored commit of its height, and the parts of the block that it decided. */
  | { readonly type: 'catch up'; readonly commit: Commit; readonly parts: PartSet };

/** A message and the node that it came from; one's own messages come from oneself. */
export interface Incoming {
  readonly from: number;
  readonly message: Message;
}
