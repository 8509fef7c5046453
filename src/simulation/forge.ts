/** What a dishonest validator can make with its own key: other votes, other proposals, other blocks. */
import { memoOf } from '../consensus/caches.js';
import { OwnSignature } from '../consensus/signature/own_signature.js';
import { encodeBlock } from '../consensus/types/block.js';
import { type BlockId, equalBlockIds } from '../consensus/types/block_id.js';
import { headerHash } from '../consensus/types/header.js';
import { partSetOf } from '../consensus/types/part_set.js';
import type { Proposal } from '../consensus/types/proposal.js';
import type { Vote } from '../consensus/types/vote.js';
import type { WholeBlock } from '../consensus/types/whole_block.js';
import { equalBytes } from '../kernel/bytes.js';
import type { FaultContext, FaultMemory } from './fault.js';

/** The same vote for another block. */
export function forgeVote({ env, node }: FaultContext, vote: Vote, blockId: BlockId): Vote {
  return OwnSignature.onVote(env.crypto, node.engine.decidedState.chain.chainId, node.key, { ...vote, blockId });
}

/** The same proposal of another block. */
export function forgeProposal({ env, node }: FaultContext, proposal: Proposal, blockId: BlockId): Proposal {
  return OwnSignature.onProposal(env.crypto, node.engine.decidedState.chain.chainId, node.key, {
    ...proposal,
    blockId,
  });
}

/** Two blocks of one proposer at one place. */
interface ConflictingBlocks {
  /** The first, which is shown to the even nodes. */
  readonly honest: WholeBlock;
  /** The second, which is shown to the odd ones. */
  readonly forged: WholeBlock;
}

/** Of the heights at which some node still is; what counts is the blocks' names, not the objects. */
const TWINS: FaultMemory<readonly ConflictingBlocks[]> = { name: 'twins', start: [] };

/** Most pairs that are remembered: a node that never comes back holds its height for ever. */
const MOST_TWINS = 1000;

const isSame = (a: WholeBlock, b: WholeBlock): boolean => a === b || equalBlockIds(a.id, b.id);

/** All blocks that were proposed two at a time. */
export const twins = (context: FaultContext): readonly WholeBlock[] =>
  context.recall(TWINS).flatMap(({ honest, forged }) => [honest, forged]);

/** The block that was proposed beside `whole`, if there is one. */
export function knownSibling(context: FaultContext, whole: WholeBlock): WholeBlock | undefined {
  for (const { honest, forged } of context.recall(TWINS)) {
    if (isSame(whole, honest)) return forged;
    if (isSame(whole, forged)) return honest;
  }
  return undefined;
}

/** Whether it is the second of two blocks. */
export const isForged = (context: FaultContext, whole: WholeBlock): boolean =>
  context.recall(TWINS).some(({ forged }) => isSame(whole, forged));

/** A block as valid as `whole` that names another proposer; undefined when there is only one validator. */
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
  const needed = context.recall(TWINS).filter(({ honest }) => honest.block.header.height >= oldestHeight);
  context.remember(TWINS, [...needed, { honest: whole, forged }].slice(-MOST_TWINS));
  return forged;
}
