/** Plays the faults of a voter: nil prevotes, amnesia, equivocation. v0 proposes round 0 of height 1. */
import { describe, expect, test } from 'vitest';
import { prevotesOf, voteSetOf } from '../../../src/consensus/tally/height_votes.js';
import { voteAt } from '../../../src/consensus/tally/vote_set.js';
import { equalBlockIds, isNilBlockId } from '../../../src/consensus/types/block_id.js';
import { VoteType } from '../../../src/consensus/types/vote.js';
import { TestNetwork } from '../world_kit.js';

/**
 * Lets v0 alone lock the block of round 0, so that the height needs a second round: v3 lacks the block and prevotes nil,
 * and only v0 counts its own prevote.
 */
const LOCK_OF_V0 = {
  blind: { type: 'drop', message: 'part', height: 1, round: 0, to: [3] },
  mute: { type: 'drop', message: 'vote', vote: 'prevote', height: 1, round: 0, from: [0] },
} as const;

/** Returns what a validator prevoted by a node's count: nil or a block; undefined without a vote. */
function prevoteOf(host: TestNetwork, node: number, validator: number, round = 0): string | undefined {
  const set = prevotesOf(host.round(node).votes, round);
  const vote = set && voteAt(set, validator);
  return vote && (isNilBlockId(vote.blockId) ? 'nil' : 'block');
}

describe('nil prevotes', () => {
  test('are in the own vote set and in all others, and the block is decided without them', () => {
    const host = new TestNetwork({ faults: { no: { type: 'nil-prevotes', node: 3 } } });
    host.until(() => host.round(0).step === 6);
    host.runTo(host.network.now);
    expect([0, 1, 2, 3].map((node) => prevoteOf(host, node, 3))).toEqual(['nil', 'nil', 'nil', 'nil']);
    host.untilAll(1n);
    expect(host.trace(3)).toContain('Vote 1/0 prevote v3 nil');
    expect(host.trace(3)).toContain('Vote 1/0 precommit v3 A');
    expect(host.decided(1n).decided.seenCommit.round).toBe(0);
  });

  test('come from a validator that locked a block too, and only in the round of the fault', () => {
    const host = new TestNetwork({ faults: { ...LOCK_OF_V0, no: { type: 'nil-prevotes', node: 0, round: 1 } } });
    host.until(() => host.round(0).round === 1 && host.round(0).step === 4);
    expect(host.round(0).lockedRound).toBe(0);
    expect([0, 1].map((round) => prevoteOf(host, 0, 0, round))).toEqual(['block', 'nil']);
    host.untilAll(1n);
  });

  test('of all validators end the round by a nil polka (6.15)', () => {
    const no = (node: number) => ({ type: 'nil-prevotes', node, round: 0 }) as const;
    const host = new TestNetwork({ faults: { a: no(0), b: no(1), c: no(2), d: no(3) } }).untilAll(1n);
    expect(host.trace(2).filter((line) => /^(Polka|TimeoutWait|NewRound) 1/.test(line))).toEqual([
      'NewRound 1/0 NewRound proposer=v0',
      'Polka 1/0 Prevote',
      'TimeoutWait 1/0 Precommit',
      'NewRound 1/1 NewRound proposer=v1',
      'Polka 1/1 Prevote',
    ]);
  });
});

describe('amnesia', () => {
  const inRound1 = (host: TestNetwork) => host.until(() => host.round(0).round === 1 && host.round(0).step >= 3);

  test('forgets the lock and the valid block when the round ends, in the state that RPC shows', () => {
    const host = new TestNetwork({ faults: { ...LOCK_OF_V0, forgets: { type: 'amnesia', node: 0 } } });
    host.until(() => host.round(0).lockedRound === 0);
    inRound1(host);
    expect(host.round(0)).toMatchObject({ lockedRound: -1, lockedBlock: undefined, validRound: -1 });
    const honest = inRound1(new TestNetwork({ faults: LOCK_OF_V0 }));
    expect(honest.round(0)).toMatchObject({ lockedRound: 0, validRound: 0 });
  });

  test('makes the validator prevote the next block instead of its lock, and one alone forks nothing', () => {
    const votesIn1 = (faults: ConstructorParameters<typeof TestNetwork>[0]) => {
      const host = inRound1(new TestNetwork(faults));
      host.untilAll(2n);
      return host.trace(0).filter((line) => line.startsWith('Vote 1/1 prevote v0'));
    };
    // The proposer of round 1 has no valid block, so it proposes a new one, B.
    expect(votesIn1({ faults: { ...LOCK_OF_V0, forgets: { type: 'amnesia', node: 0 } } })).toEqual([
      'Vote 1/1 prevote v0 B',
    ]);
    expect(votesIn1({ faults: LOCK_OF_V0 })).toEqual(['Vote 1/1 prevote v0 A']);
  });
});

describe('an equivocator', () => {
  for (const vote of ['prevote', 'precommit'] as const)
    test(`signs two ${vote}s; its own vote set has the first, and every other node sees both`, () => {
      const host = new TestNetwork({ faults: { liar: { type: 'equivocate', node: 3, vote, height: 1 } } });
      const type = vote === 'prevote' ? VoteType.Prevote : VoteType.Precommit;
      host.until(() => host.notes.filter((note) => note.type === 'accuse').length === 3);
      const own = voteSetOf(host.round(3).votes, 0, type);
      const first = own && voteAt(own, 3);
      expect(first).toMatchObject({ round: 0, type });
      const accusations = host.notes.flatMap((note) => (note.type === 'accuse' ? [note] : []));
      expect(accusations.map(({ node }) => node).sort()).toEqual([0, 1, 2]);
      for (const { first: one, second: other } of accusations) {
        expect(equalBlockIds(one.blockId, other.blockId)).toBe(false);
        expect([one, other].some(({ blockId }) => first !== undefined && equalBlockIds(blockId, first.blockId))).toBe(
          true,
        );
      }
    });
});
