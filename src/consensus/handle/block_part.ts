/** A part of a block arrives (CometBFT addProposalBlockPart, handleCompleteProposal). The last one moves the round on. */
import type { Message } from '../message.js';
import { isBlock, setValid } from '../round/lock.js';
import { isProposalComplete } from '../round/proposal_complete.js';
import { Step } from '../round/step.js';
import { acceptPart, wholeBlock } from '../round/whole_block.js';
import { prevotesOf } from '../tally/height_votes.js';
import { miss, plan, refuse, type Turn } from '../turn.js';
import { isNilBlockId } from '../types/block_id.js';
import { effectiveMaxBytes } from '../types/limits.js';
import { isComplete } from '../types/part_set.js';

type PartMessage = Extract<Message, { type: 'part' }>;

/** Of another round it is as good: blocks are proposed again. */
export function handleBlockPart(turn: Turn, message: PartMessage): void {
  const rs = turn.round;
  if (message.height !== rs.height) {
    if (message.height > rs.height) miss(turn, message);
    return;
  }
  if (rs.proposalParts === undefined) {
    miss(turn, message);
    return;
  }
  const added = acceptPart(turn.env.caches, rs.proposalParts, message.part);
  if ('error' in added) {
    refusePart(turn, message, added.error);
    return;
  }
  if (added.set === rs.proposalParts) return;
  const most = effectiveMaxBytes(turn.state.ledger.chain.params.block.maxBytes);
  rs.proposalParts = added.set;
  if (BigInt(added.set.byteSize) > most) {
    refuse(turn, `block has ${added.set.byteSize} bytes, at most ${most}`);
    return;
  }
  if (isComplete(added.set)) completeBlock(turn);
}

/** Parts of other rounds' blocks may fly about; that is nobody's fault. */
function refusePart(turn: Turn, message: PartMessage, error: string): void {
  if (message.round === turn.round.round) refuse(turn, error);
  miss(turn, message);
}

function completeBlock(turn: Turn): void {
  const rs = turn.round;
  if (rs.proposalParts === undefined) return;
  const whole = wholeBlock(turn.env.caches, rs.proposalParts);
  if ('error' in whole) {
    refuse(turn, whole.error);
    return;
  }
  rs.proposalBlock = whole;
  const { height, round, step } = rs;
  const { id: blockId } = whole;
  turn.effects.push({
    type: 'note',
    note: { type: 'proposal complete', node: turn.env.node, height, round, step, blockId },
  });
  useCompleteBlock(turn);
}

function useCompleteBlock(turn: Turn): void {
  const rs = turn.round;
  const { height, round } = rs;
  const polka = prevotesOf(rs.votes, round)?.majority;
  if (polka !== undefined && !isNilBlockId(polka) && rs.validRound < round && isBlock(rs.proposalBlock, polka))
    setValid(turn, rs.proposalBlock, round);
  if (rs.step <= Step.Propose && isProposalComplete(rs)) {
    if (polka !== undefined) plan(turn, { enter: 'Precommit', height, round });
    plan(turn, { enter: 'Prevote', height, round });
  } else if (rs.step === Step.Commit) plan(turn, { enter: 'Finalize' });
}
