/** Forges what a byzantine validator can make with its own key: other votes, proposals and blocks. */
import { rootOfProof } from '../codec/merkle/index.js';
import { memoOf } from '../consensus/caches.js';
import { isOwn, OwnSignature } from '../consensus/signature/own_signature.js';
import { encodeBlock } from '../consensus/types/block.js';
import { type BlockId, equalBlockIds } from '../consensus/types/block_id.js';
import { headerHash } from '../consensus/types/header.js';
import { partSetOf } from '../consensus/types/part_set.js';
import type { Proposal } from '../consensus/types/proposal.js';
import { isExtendable, type Vote } from '../consensus/types/vote.js';
import type { WholeBlock } from '../consensus/types/whole_block.js';
import { equalBytes } from '../kernel/bytes.js';
import { type AtPlace, type Envelope, type FaultContext, type FaultMemory, isAt } from './fault.js';

/** Signs the same vote for another block, with its extension; one for nil has none. */
export function forgeVote({ env, node }: FaultContext, vote: Vote, blockId: BlockId): Vote {
  const { extension, ...plain } = vote;
  const facts = { ...plain, blockId };
  const kept = extension !== undefined && isExtendable(facts) ? { ...facts, extension } : facts;
  return OwnSignature.onVote(env.crypto, node.engine.decidedState.chain.chainId, node.key, kept);
}

/** Signs the same proposal for another block. */
export function forgeProposal({ env, node }: FaultContext, proposal: Proposal, blockId: BlockId): Proposal {
  return OwnSignature.onProposal(env.crypto, node.engine.decidedState.chain.chainId, node.key, {
    ...proposal,
    blockId,
  });
}

/** Two blocks of one proposer at one height and round. */
interface ConflictingBlocks {
  /** First block, which the nodes with even numbers receive. */
  readonly honest: WholeBlock;
  /** Second block, which the nodes with odd numbers receive. */
  readonly forged: WholeBlock;
}

/** Pairs of the heights that some node is still at. Blocks are compared by block id, not by object identity. */
const CONFLICTING_BLOCKS: FaultMemory<readonly ConflictingBlocks[]> = { name: 'twins', start: [] };

/** Most remembered pairs, because a node that never restarts stays at its height permanently. */
const MAX_CONFLICTING_BLOCKS = 1000;

const isSame = (a: WholeBlock, b: WholeBlock): boolean => a === b || equalBlockIds(a.id, b.id);

/** Returns all blocks that were proposed in pairs. */
export const conflictingBlocksOf = (context: FaultContext): readonly WholeBlock[] =>
  context.recall(CONFLICTING_BLOCKS).flatMap(({ honest, forged }) => [honest, forged]);

/** Returns the block that was proposed beside `whole`; undefined when there is none. */
export function knownSibling(context: FaultContext, whole: WholeBlock): WholeBlock | undefined {
  for (const { honest, forged } of context.recall(CONFLICTING_BLOCKS)) {
    if (isSame(whole, honest)) return forged;
    if (isSame(whole, forged)) return honest;
  }
  return undefined;
}

/** Returns whether it is the second block of a pair. */
export const isForged = (context: FaultContext, whole: WholeBlock): boolean =>
  context.recall(CONFLICTING_BLOCKS).some(({ forged }) => isSame(whole, forged));

/**
 * Returns a block that is as valid as `whole` and names another proposer; undefined when there is only one validator.
 */
export function siblingOf(context: FaultContext, whole: WholeBlock): WholeBlock | undefined {
  const known = knownSibling(context, whole);
  if (known !== undefined) return known;
  const { header } = whole.block;
  const { validators } = context.node.engine.decidedState.chain.validators;
  const other = validators.find(({ address }) => !equalBytes(address, header.proposerAddress));
  if (other === undefined) return undefined;
  const block = { ...whole.block, header: { ...header, proposerAddress: other.address } };
  const parts = partSetOf(encodeBlock(block));
  const id = { hash: headerHash(block.header), parts: parts.header };
  const forged = memoOf(context.env.caches, { block, parts, id }).whole;
  const { oldestHeight } = context;
  const needed = context.recall(CONFLICTING_BLOCKS).filter(({ honest }) => honest.block.header.height >= oldestHeight);
  context.remember(CONFLICTING_BLOCKS, [...needed, { honest: whole, forged }].slice(-MAX_CONFLICTING_BLOCKS));
  return forged;
}

/**
 * Returns whether an envelope carries a proposal of the fault's node at the fault's place, or a part of its block. A
 * node relays the proposals and parts of other proposers too; those are not its own.
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
