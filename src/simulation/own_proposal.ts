/** Recognizes messages that carry a node's own proposal, which faults of proposers change. */
import { rootOfProof } from '../codec/merkle/index.js';
import { isOwn } from '../consensus/signature/own_signature.js';
import type { Proposal } from '../consensus/types/proposal.js';
import { equalBytes } from '../kernel/bytes.js';
import { type AtPlace, type Envelope, type FaultContext, isAt } from './fault.js';

/**
 * Returns whether an envelope carries a proposal of the fault's node at the fault's place, or a part of its block. A node
 * relays the proposals and parts of other proposers too; those are not its own.
 */
export function isOwnProposal(
  fault: AtPlace & { readonly node: number },
  { from, message }: Envelope,
  { node }: FaultContext,
): boolean {
  if (from !== fault.node) return false;
  const isConcerned = (proposal: Proposal): boolean => isOwn(proposal, node.key.pubKey) && isAt(fault, proposal);
  if (message.type === 'proposal') return isConcerned(message.proposal);
  const { proposal } = node.engine.round;
  if (message.type !== 'part' || proposal === undefined || !isConcerned(proposal)) return false;
  const root = rootOfProof(message.part.proof);
  return root !== undefined && equalBytes(root, proposal.blockId.parts.hash);
}
