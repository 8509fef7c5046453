/** What a dishonest validator can make with its own key: other votes, other proposals, other blocks. */
import { memoOf } from '../../consensus/caches.js';
import { OwnSignature } from '../../consensus/round/own_signature.js';
import type { WholeBlock } from '../../consensus/state.js';
import { encodeBlock } from '../../consensus/types/block.js';
import type { BlockId } from '../../consensus/types/block_id.js';
import { headerHash } from '../../consensus/types/header.js';
import { partSetOf } from '../../consensus/types/part_set.js';
import type { Proposal } from '../../consensus/types/proposal.js';
import type { Vote } from '../../consensus/types/vote.js';
import { equalBytes } from '../../kernel/bytes.js';
import type { FaultContext } from './fault.js';

/** The same vote for another block. */
export function forgeVote({ env, node }: FaultContext, vote: Vote, blockId: BlockId): Vote {
  return OwnSignature.onVote(env.crypto, node.engine.ledger.chain.chainId, node.key, { ...vote, blockId });
}

/** The same proposal of another block. */
export function forgeProposal({ env, node }: FaultContext, proposal: Proposal, blockId: BlockId): Proposal {
  return OwnSignature.onProposal(env.crypto, node.engine.ledger.chain.chainId, node.key, { ...proposal, blockId });
}

/** In both directions. */
const siblings = new WeakMap<WholeBlock, WholeBlock>();

const forged = new WeakSet<WholeBlock>();

/** The block that was proposed beside `whole`, if there is one. */
export const knownSibling = (whole: WholeBlock): WholeBlock | undefined => siblings.get(whole);

/** Whether it is the second of two blocks: the one that is shown to the odd nodes. */
export const isForged = (whole: WholeBlock): boolean => forged.has(whole);

/** A block as valid as `whole` that names another proposer; undefined when there is only one validator. */
export function siblingOf({ env, node }: FaultContext, whole: WholeBlock): WholeBlock | undefined {
  const known = siblings.get(whole);
  if (known !== undefined) return known;
  const { header } = whole.block;
  const { validators } = node.engine.ledger.chain.validators;
  const other = validators.find(({ address }) => !equalBytes(address, header.proposerAddress));
  if (other === undefined) return undefined;
  const block = { ...whole.block, header: { ...header, proposerAddress: other.address } };
  const parts = partSetOf(encodeBlock(block));
  const id = { hash: headerHash(block.header), parts: parts.header };
  const sibling = memoOf(env.caches, { block, parts, id }).whole;
  siblings.set(whole, sibling);
  siblings.set(sibling, whole);
  forged.add(sibling);
  return sibling;
}
