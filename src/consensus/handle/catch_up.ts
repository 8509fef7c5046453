/**
 * A node that is behind is given the stored commit of its height and the parts of the block (consensus-engine.md 5.8).
 * They go through the queue as the votes and parts that they are: no rule is bent for who is late.
 */
import type { Incoming, Message } from '../message.js';
import type { Turn } from '../turn.js';
import { BlockIdFlag, commitToVote } from '../types/commit.js';

export function handleCatchUp(turn: Turn, from: number, message: Extract<Message, { type: 'catch up' }>): void {
  const { commit, parts } = message;
  if (commit.height !== turn.round.height) return;
  const unpacked: Incoming[] = [];
  for (const [index, slot] of commit.signatures.entries())
    if (slot.blockIdFlag !== BlockIdFlag.Absent)
      unpacked.push({ from, message: { type: 'vote', vote: commitToVote(commit, index) } });
  for (const part of parts.parts)
    if (part !== undefined)
      unpacked.push({ from, message: { type: 'part', height: commit.height, round: commit.round, part } });
  turn.queue.push(...unpacked);
}
