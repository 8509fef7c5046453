/**
 * Gives a node that is behind the stored commit of its height and the parts of the block (consensus-engine.md 5.8).
 * They pass through the queue as votes and parts, under the same rules as all others.
 */
import type { Incoming, Message } from '../message.js';
import type { StepDraft } from '../step_draft.js';
import { BlockIdFlag, commitToVote } from '../types/commit.js';
import { VoteType } from '../types/vote.js';

export function handleCatchUp(draft: StepDraft, from: number, message: Extract<Message, { type: 'catch up' }>): void {
  const { commit, parts } = message;
  const { height, round, blockId } = commit;
  if (height !== draft.round.height) return;
  // If an equivocator's other vote arrived first, the one in the commit must count.
  const claim = { type: 'majority', height, round, voteType: VoteType.Precommit, blockId } as const;
  const unpacked: Incoming[] = [{ from, message: claim }];
  for (const [index, slot] of commit.signatures.entries())
    if (slot.blockIdFlag !== BlockIdFlag.Absent)
      unpacked.push({ from, message: { type: 'vote', vote: commitToVote(commit, index) } });
  for (const part of parts.parts)
    if (part !== undefined) unpacked.push({ from, message: { type: 'part', height, round, part } });
  draft.queue = [...draft.queue, ...unpacked];
}
