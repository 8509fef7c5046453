/**
 * Makes a validator vote twice in every round. Its second vote is for the other block of a byzantine proposer, or the
 * opposite of its first vote. Every node receives both. The first one counts, and it is for the block that the receiver
 * was sent.
 */
import { type BlockId, equalBlockIds, isNilBlockId, NIL_BLOCK_ID } from '../../consensus/types/block_id.js';
import type { Vote } from '../../consensus/types/vote.js';
import { equalBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import { concernsVote, defineFault, type Envelope, type FaultContext, type OnVotes } from '../fault.js';
import { node, PLACE_PARAMETERS, VOTE_PARAMETER } from '../fault_parameter.js';
import { forgeVote, isForged, knownSibling } from '../forge.js';

export interface Equivocate extends OnVotes {
  readonly type: 'equivocate';
  readonly node: number;
}

function namesForged(context: FaultContext, { blockId }: Vote): boolean {
  const { proposalBlock } = context.node.engine.round;
  return proposalBlock !== undefined && equalBlockIds(proposalBlock.id, blockId) && isForged(context, proposalBlock);
}

/** Returns the opposite of a vote. The opposite of nil is a block that no node has. */
function opposite(context: FaultContext, { height, round, blockId }: Vote): BlockId {
  const { proposalBlock } = context.node.engine.round;
  if (proposalBlock !== undefined && equalBlockIds(proposalBlock.id, blockId))
    return knownSibling(context, proposalBlock)?.id ?? NIL_BLOCK_ID;
  if (!isNilBlockId(blockId)) return NIL_BLOCK_ID;
  const hash = sha256(utf8(`nobody's block of ${height}/${round}`));
  return { hash, parts: { total: 1, hash } };
}

function transform(fault: Equivocate, envelope: Envelope, context: FaultContext): readonly Envelope[] {
  const { message, from, to } = envelope;
  if (from !== fault.node || message.type !== 'vote') return [envelope];
  // The node relays the votes of other validators; it cannot sign those.
  if (!equalBytes(message.vote.validatorAddress, context.node.key.address)) return [envelope];
  if (!concernsVote(fault, message.vote)) return [envelope];
  const vote = forgeVote(context, message.vote, opposite(context, message.vote));
  const other = { ...envelope, message: { type: 'vote', vote } } as const;
  const isSecond = namesForged(context, message.vote);
  return (to % 2 === 0) !== isSecond ? [envelope, other] : [other, envelope];
}

export const fault = defineFault<Equivocate>({
  type: 'equivocate',
  summary: 'Makes a validator vote twice: for the block and against it. Evidence of that is in a later block.',
  parameters: {
    node: node('Selects the validator.'),
    vote: VOTE_PARAMETER,
    ...PLACE_PARAMETERS,
  },
  links: ({ node }) => ({ from: [node] }),
  transform,
  byzantine: ({ node }) => node,
  permanent: { places: [1], draw: (node) => ({ type: 'equivocate', node }) },
});
