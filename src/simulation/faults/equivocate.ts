/**
 * A validator votes twice in every round: for what it means, and for the other block that a lying proposer has shown,
 * or against. Everybody gets both; the one that counts, the first, is for the block that the receiver was shown.
 */
import { type BlockId, equalBlockIds, isNilBlockId, NIL_BLOCK_ID } from '../../consensus/types/block_id.js';
import type { Vote, VoteType } from '../../consensus/types/vote.js';
import { equalBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import type { FaultContext, Parcel } from './fault.js';
import { forgeVote, isForged, knownSibling } from './forge.js';

export interface Equivocate {
  readonly type: 'equivocate';
  readonly node: number;
  /** Absent: both types. */
  readonly voteType?: VoteType;
}

function namesForged({ node }: FaultContext, { blockId }: Vote): boolean {
  const { proposalBlock } = node.engine.round;
  return proposalBlock !== undefined && isForged(proposalBlock) && equalBlockIds(proposalBlock.id, blockId);
}

/** Against nil stands a block that nobody has. */
function opposite({ node }: FaultContext, { height, round, blockId }: Vote): BlockId {
  const { proposalBlock } = node.engine.round;
  if (proposalBlock !== undefined && equalBlockIds(proposalBlock.id, blockId))
    return knownSibling(proposalBlock)?.id ?? NIL_BLOCK_ID;
  if (!isNilBlockId(blockId)) return NIL_BLOCK_ID;
  const hash = sha256(utf8(`nobody's block of ${height}/${round}`));
  return { hash, parts: { total: 1, hash } };
}

export function equivocate(fault: Equivocate, parcel: Parcel, context: FaultContext): readonly Parcel[] {
  const { message, from, to } = parcel;
  if (from !== fault.node || message.type !== 'vote') return [parcel];
  // Votes of others, which it passes on, it cannot sign.
  if (!equalBytes(message.vote.validatorAddress, context.node.key.address)) return [parcel];
  if (fault.voteType !== undefined && message.vote.type !== fault.voteType) return [parcel];
  const vote = forgeVote(context, message.vote, opposite(context, message.vote));
  const other = { ...parcel, message: { type: 'vote', vote } } as const;
  const isSecond = namesForged(context, message.vote);
  return (to % 2 === 0) !== isSecond ? [parcel, other] : [other, parcel];
}
