/** A proposer shows one block to the nodes with even numbers and another to the odd ones. */
import { ownerOf } from '../../consensus/caches.js';
import type { WholeBlock } from '../../consensus/state.js';
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { equalBytes } from '../../kernel/bytes.js';
import type { FaultContext, Parcel } from './fault.js';
import { forgeProposal, siblingOf } from './forge.js';

export interface DoubleProposal {
  readonly type: 'double proposal';
  readonly node: number;
}

/** The block that a message of its proposer is about. */
function subject({ node, env }: FaultContext, message: Parcel['message']): WholeBlock | undefined {
  if (message.type === 'part') return ownerOf(env.caches, message.part);
  if (message.type !== 'proposal') return undefined;
  const { proposalBlock, validBlock } = node.engine.round;
  return [proposalBlock, validBlock].find(
    (whole) => whole !== undefined && equalBlockIds(whole.id, message.proposal.blockId),
  );
}

export function doubleProposal(fault: DoubleProposal, parcel: Parcel, context: FaultContext): readonly Parcel[] {
  const { from, to, message } = parcel;
  if (from !== fault.node || to % 2 === 0) return [parcel];
  const whole = subject(context, message);
  // Blocks of others, which it passes on, it cannot replace.
  const isOwn = whole !== undefined && equalBytes(whole.block.header.proposerAddress, context.node.key.address);
  const other = isOwn ? siblingOf(context, whole) : undefined;
  if (other === undefined) return [parcel];
  if (message.type === 'proposal') {
    const proposal = forgeProposal(context, message.proposal, other.id);
    return [{ ...parcel, message: { type: 'proposal', proposal } }];
  }
  const part = message.type === 'part' ? other.parts.parts[message.part.index] : undefined;
  return message.type === 'part' && part !== undefined ? [{ ...parcel, message: { ...message, part } }] : [];
}
