/** Makes a proposer send one block to the nodes with even numbers and another to the nodes with odd numbers. */
import { rootOfProof } from '../../codec/merkle/index.js';
import { equalBlockIds } from '../../consensus/types/block_id.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { equalBytes } from '../../kernel/bytes.js';
import { defineFault, type Envelope, type FaultContext } from '../fault.js';
import { node } from '../fault_parameter.js';
import { conflictingBlocksOf, forgeProposal, siblingOf } from '../forge.js';

export interface DoubleProposal {
  readonly type: 'double-proposal';
  readonly node: number;
}

/** Returns the block that a message of its proposer is about. */
function subject(context: FaultContext, message: Envelope['message']): WholeBlock | undefined {
  const { proposalBlock, validBlock, lockedBlock } = context.node.engine.round;
  if (message.type === 'proposal')
    return [proposalBlock, validBlock].find(
      (whole) => whole !== undefined && equalBlockIds(whole.id, message.proposal.blockId),
    );
  if (message.type !== 'part') return undefined;
  const root = rootOfProof(message.part.proof);
  return [proposalBlock, validBlock, lockedBlock, ...conflictingBlocksOf(context)].find(
    (whole) => whole !== undefined && root !== undefined && equalBytes(whole.parts.header.hash, root),
  );
}

function transform(fault: DoubleProposal, envelope: Envelope, context: FaultContext): readonly Envelope[] {
  const { from, to, message } = envelope;
  if (from !== fault.node || to % 2 === 0) return [envelope];
  const whole = subject(context, message);
  // The node relays the blocks of other proposers; it cannot replace those.
  const isOwn = whole !== undefined && equalBytes(whole.block.header.proposerAddress, context.node.key.address);
  const other = isOwn ? siblingOf(context, whole) : undefined;
  if (other === undefined) return [envelope];
  if (message.type === 'proposal') {
    const proposal = forgeProposal(context, message.proposal, other.id);
    return [{ ...envelope, message: { type: 'proposal', proposal } }];
  }
  const part = message.type === 'part' ? other.parts.parts[message.part.index] : undefined;
  return message.type === 'part' && part !== undefined ? [{ ...envelope, message: { ...message, part } }] : [];
}

export const fault = defineFault<DoubleProposal>({
  type: 'double-proposal',
  summary: 'Makes a proposer send one block to validators with even indexes, and another to the others.',
  parameters: { node: node('Selects the proposer.') },
  links: ({ node }) => ({ from: [node] }),
  transform,
  byzantine: ({ node }) => node,
  permanent: { places: [2], draw: (node) => ({ type: 'double-proposal', node }) },
});
