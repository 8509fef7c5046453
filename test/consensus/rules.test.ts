/** Tests rules that no recorded trace covers. v0 proposes round 0, v1 round 1, and so on. */
import { describe, expect, test } from 'vitest';
import { step } from '../../src/consensus/engine.js';
import type { ValidatorKey } from '../../src/consensus/env.js';
import { RoundStep } from '../../src/consensus/round_step.js';
import { OwnSignature } from '../../src/consensus/signature/own_signature.js';
import { encodeBlock } from '../../src/consensus/types/block.js';
import { equalBlockIds, isNilBlockId, NIL_BLOCK_ID } from '../../src/consensus/types/block_id.js';
import { headerHash } from '../../src/consensus/types/header.js';
import { DEFAULT_PARAMS } from '../../src/consensus/types/params.js';
import { type Part, partSetOf } from '../../src/consensus/types/part_set.js';
import { type Vote, VoteType } from '../../src/consensus/types/vote.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { aProposal, GENESIS_TIME } from './chain_kit.js';
import { EngineUnderTest } from './engine_kit.js';

const { Precommit } = VoteType;
const MS = 1_000_000n;

/** Returns v3 at the start of round 1, after block A was not decided in round 0. */
function inRoundOne(): { readonly engine: EngineUnderTest; readonly A: ReturnType<EngineUnderTest['block']> } {
  const engine = new EngineUnderTest(3);
  const A = engine.block(0, 'A');
  engine.proposal(0, 0, -1, A.id).parts(0, A);
  for (const from of [0, 1]) engine.precommit(from, 0, NIL_BLOCK_ID);
  engine.prevote(0, 0, NIL_BLOCK_ID).prevote(1, 0, NIL_BLOCK_ID);
  engine.precommit(2, 0, NIL_BLOCK_ID);
  engine.timeout();
  expect(engine.round).toMatchObject({ round: 1, step: RoundStep.Propose });
  return { engine, A };
}

describe('the lock', () => {
  test('is not released for a polka of an earlier round', () => {
    const { engine } = inRoundOne();
    const B = engine.block(1, 'B');
    engine.proposal(1, 1, -1, B.id).parts(1, B);
    for (const from of [0, 1]) engine.prevote(from, 1, B.id);
    expect(engine.round).toMatchObject({ lockedRound: 1, step: RoundStep.Precommit });
    engine.prevote(2, 0, NIL_BLOCK_ID);
    expect(engine.emitted).toEqual(['vote']);
    expect(engine.round.lockedRound).toBe(1);
    expect(engine.round.lockedBlock?.id).toEqual(B.id);
  });

  test('moves to the block of a polka that was complete before the round began', () => {
    const engine = new EngineUnderTest(3);
    const [A, B] = [engine.block(0, 'A'), engine.block(1, 'B')];
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    for (const from of [0, 1]) engine.prevote(from, 0, A.id);
    expect(engine.round.lockedRound).toBe(0);
    for (const from of [0, 1, 2]) engine.prevote(from, 1, B.id);
    expect(engine.round).toMatchObject({ round: 1, step: RoundStep.Propose, lockedRound: 0 });
    engine.proposal(1, 1, -1, B.id).parts(1, B);
    expect(engine.emitted).toEqual(['proposal complete', 'step', 'polka', 'lock', 'step', 'vote', 'vote']);
    expect(engine.voted.map(({ blockId }) => equalBlockIds(blockId, A.id))).toEqual([true, false]);
    expect(engine.round).toMatchObject({ lockedRound: 1, validRound: 1 });
    expect(engine.round.lockedBlock?.id).toEqual(B.id);
  });
});

describe('a proposal', () => {
  test('with a POL round is complete once its polka has been seen', () => {
    const { engine, A } = inRoundOne();
    engine.proposal(1, 1, 0, A.id).parts(1, A);
    expect(engine.emitted).toEqual(['proposal complete']);
    expect(engine.round.step).toBe(RoundStep.Propose);
    engine.prevote(2, 0, NIL_BLOCK_ID);
    expect(engine.emitted).toEqual(['vote', 'step', 'vote']);
    expect(engine.round.step).toBe(RoundStep.Prevote);
    expect(engine.voted.map((vote) => equalBlockIds(vote.blockId, A.id))).toEqual([true]);
  });

  test('that another validator than the proposer signed is refused', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(1, 'A');
    engine.proposal(1, 0, -1, A.id);
    expect(engine.emitted).toEqual(['proposal of 1/0 is not signed by the proposer']);
    expect(engine.round.proposal).toBeUndefined();
  });

  test('with a POL round that is not before its own is refused', () => {
    const engine = new EngineUnderTest(3);
    const proposal = {
      height: 1n,
      round: 0,
      polRound: 0,
      blockId: engine.block(0, 'A').id,
      timestamp: GENESIS_TIME,
      signature: { bytes: new Uint8Array(64) },
    };
    engine.hear(0, { type: 'proposal', proposal });
    expect(engine.emitted).toEqual(['proposal polRound 0 is not between -1 and the round before 0']);
  });

  test('of more parts than a block may have is refused', () => {
    const engine = new EngineUnderTest(3);
    const most = Number((DEFAULT_PARAMS.block.maxBytes - 1n) / 65536n) + 1;
    const hash = sha256(utf8('huge'));
    engine.proposal(0, 0, -1, { hash, parts: { total: most + 1, hash } });
    expect(engine.emitted).toEqual([`proposal has ${most + 1} parts, at most ${most}`]);
  });

  test('is not replaced by a second one', () => {
    const engine = new EngineUnderTest(3);
    const [A, B] = [engine.block(0, 'A'), engine.block(0, 'B')];
    engine.proposal(0, 0, -1, A.id).proposal(0, 0, -1, B.id);
    expect(engine.round.proposal?.blockId).toEqual(A.id);
    engine.parts(0, B);
    expect(engine.round.proposalBlock).toBeUndefined();
  });

  test('of a later round or height is reported as missed', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(1, 'A');
    engine.proposal(1, 1, -1, A.id);
    expect(engine.effects.map(({ type }) => type)).toEqual(['missed']);
  });
});

describe('a block', () => {
  test('that the application refuses is prevoted nil', () => {
    const engine = new EngineUnderTest(3);
    engine.accept = false;
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    expect(engine.voted.map(({ blockId }) => isNilBlockId(blockId))).toEqual([true]);
  });

  test('that does not fit the chain is prevoted nil without an ABCI call', () => {
    const engine = new EngineUnderTest(3);
    const good = engine.block(0, 'A').block;
    const block = { ...good, header: { ...good.header, appHash: utf8('wrong') } };
    const parts = partSetOf(encodeBlock(block));
    const id = { hash: headerHash(block.header), parts: parts.header };
    engine.proposal(0, 0, -1, id).parts(0, { block, parts, id });
    expect(engine.effects.some(({ type }) => type === 'ask')).toBe(false);
    expect(engine.voted.map(({ blockId }) => isNilBlockId(blockId))).toEqual([true]);
  });

  test('whose bytes do not decode is refused', () => {
    const engine = new EngineUnderTest(3);
    const parts = partSetOf(utf8('nonsense'));
    const id = { hash: sha256(utf8('x')), parts: parts.header };
    engine.proposal(0, 0, -1, id).hear(0, { type: 'part', height: 1n, round: 0, part: parts.parts[0] as Part });
    expect(engine.emitted).toHaveLength(1);
    expect(engine.round.proposalBlock).toBeUndefined();
    engine.timeout();
    expect(engine.voted.map(({ blockId }) => isNilBlockId(blockId))).toEqual([true]);
  });

  test('rejects a part with a wrong proof', () => {
    const engine = new EngineUnderTest(3);
    const [A, B] = [engine.block(0, 'A'), engine.block(0, 'B')];
    engine.proposal(0, 0, -1, A.id).parts(0, B);
    expect(engine.emitted).toEqual(['part 0 of 1 has a wrong proof']);
    expect(engine.round.proposalParts?.count).toBe(0);
  });

  test('can arrive part by part in any order', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(0, 'x'.repeat(200_000));
    expect(A.parts.parts.length).toBeGreaterThan(3);
    engine.proposal(0, 0, -1, A.id);
    for (const part of [...A.parts.parts].reverse()) {
      expect(engine.round.proposalBlock).toBeUndefined();
      // A copy is not a cached part, so its proof is checked and the block is decoded.
      engine.hear(0, { type: 'part', height: 1n, round: 0, part: { ...(part as Part) } });
    }
    expect(engine.round.proposalBlock?.block).toEqual(A.block);
    expect(engine.round.proposalBlock?.block).not.toBe(A.block);
  });
});

describe('a vote', () => {
  test('is at least a millisecond later than the block that it is about', () => {
    const engine = new EngineUnderTest(3);
    engine.now = GENESIS_TIME - 5n * MS;
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    expect(engine.voted.map(({ timestamp }) => timestamp)).toEqual([GENESIS_TIME + MS]);
  });

  test("has the clock's time when that is later", () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    expect(engine.voted.map(({ timestamp }) => timestamp)).toEqual([engine.now]);
  });

  test('is never signed at or before a step that was signed already', () => {
    const engine = new EngineUnderTest(3);
    engine.state = { ...engine.state, signed: { height: 1n, round: 0, step: RoundStep.Prevote } };
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    expect(engine.voted).toEqual([]);
    expect(engine.round.step).toBe(RoundStep.Prevote);
  });

  test('is persisted before it is sent', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    const order = engine.effects.map(({ type }) => type).filter((type) => type === 'persist' || type === 'send');
    expect(order).toEqual(['persist', 'send']);
  });

  test('with a wrong signature, of an unknown validator, or malformed is refused', () => {
    const engine = new EngineUnderTest(3);
    const good = engine.vote(1);
    const foreign: Vote[] = [
      { ...good, signature: { bytes: new Uint8Array(64) } },
      { ...good, timestamp: good.timestamp + 1n, signature: { bytes: good.signature.bytes } },
      { ...good, validatorIndex: 9 },
      { ...good, round: -1 },
    ];
    for (const vote of foreign) {
      engine.hear(1, { type: 'vote', vote });
      expect(engine.notes.map(({ type }) => type)).toEqual(['refused']);
    }
    engine.hear(1, { type: 'vote', vote: { ...good, signature: { bytes: good.signature.bytes } } });
    expect(engine.emitted).toEqual(['vote']);
  });

  test('that was changed in transit is verified, though its signature is cached', () => {
    const engine = new EngineUnderTest(3);
    const good = engine.vote(1);
    expect(good.signature).toBeInstanceOf(OwnSignature);
    engine.hear(1, { type: 'vote', vote: { ...good, blockId: engine.block(0, 'A').id } });
    expect(engine.emitted).toEqual(['wrong signature']);
    engine.hear(1, { type: 'vote', vote: { ...good } });
    expect(engine.emitted).toEqual(['vote']);
  });

  test('that conflicts with an earlier one counts when a peer claims a majority for its block', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(0, 'A');
    engine.precommit(2, 0, NIL_BLOCK_ID).precommit(0, 0, A.id).precommit(1, 0, A.id).precommit(2, 0, A.id);
    expect(engine.emitted).toEqual(['accuse']);
    expect(engine.round.commitRound).toBe(-1);
    engine.hear(0, { type: 'majority', height: 1n, round: 0, voteType: Precommit, blockId: A.id });
    engine.precommit(2, 0, A.id);
    expect(engine.round).toMatchObject({ commitRound: 0, step: RoundStep.Commit });
  });
});

describe('the timer', () => {
  test('is not set for an earlier step than the last one', () => {
    const engine = new EngineUnderTest(3);
    engine.timeout();
    for (const from of [0, 1]) engine.precommit(from, 0, NIL_BLOCK_ID);
    engine.precommit(2, 0, engine.block(0, 'A').id);
    expect(engine.state.timer?.step).toBe(RoundStep.PrecommitWait);
    engine.prevote(0, 0, NIL_BLOCK_ID).prevote(1, 0, engine.block(0, 'A').id);
    expect(engine.round.step).toBe(RoundStep.PrevoteWait);
    expect(engine.effects.some(({ type }) => type === 'schedule')).toBe(false);
    expect(engine.state.timer?.step).toBe(RoundStep.PrecommitWait);
  });

  test('grows with the rounds', () => {
    const { engine } = inRoundOne();
    expect(engine.state.timer).toMatchObject({ round: 1, step: RoundStep.Propose, duration: 3500n * MS });
  });

  test('that fires late is ignored', () => {
    const { engine } = inRoundOne();
    const { timer } = engine.state;
    if (timer === undefined) throw new Error('no timer');
    const before = engine.state;
    engine.feed({ type: 'timeout', timeout: { ...timer, round: 0 } });
    expect(engine.effects).toEqual([]);
    expect(engine.state).toEqual(before);
  });
});

describe('the engine', () => {
  test('accepts only the reply while an ABCI call is pending', () => {
    const engine = new EngineUnderTest(0);
    const { state } = engine;
    expect(() =>
      step(engine.env, state, { type: 'reply', reply: { type: 'prepareProposal', txs: [] } }, engine.now),
    ).toThrow(/node 0 got "reply" while nothing was asked/);
    const awaiting = { ...state, awaiting: { type: 'processProposal', request: {} } } as typeof state;
    expect(() => step(engine.env, awaiting, { type: 'start' }, engine.now)).toThrow(
      /node 0 got "start" while the answer to processProposal was awaited/,
    );
  });

  test('returns the same state and effects for the same input, and does not change its arguments', () => {
    const engine = new EngineUnderTest(3);
    const { state } = engine;
    const input = { type: 'message', incoming: { from: 1, message: { type: 'vote', vote: engine.vote(1) } } } as const;
    const [first, second] = [1, 2].map(() => step(engine.env, state, input, engine.now));
    expect(first).toEqual(second);
    expect(engine.state).toBe(state);
  });

  test('has a state that can be printed and read', () => {
    const engine = new EngineUnderTest(3);
    const text = JSON.stringify(engine.state, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(JSON.parse(text)).toMatchObject({ round: { height: '1', round: 0, step: 3, lockedRound: -1 } });
  });

  test('refuses a response whose number of results differs from the transactions', () => {
    const engine = new EngineUnderTest(3);
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    for (const from of [0, 1]) engine.prevote(from, 0, A.id);
    engine.precommit(0, 0, A.id);
    const vote = engine.vote(1, { type: Precommit, blockId: A.id });
    const asked = step(
      engine.env,
      engine.state,
      { type: 'message', incoming: { from: 1, message: { type: 'vote', vote } } },
      engine.now,
    );
    const response = { events: [], txResults: [], validatorUpdates: [], appHash: utf8('') };
    const answer = { type: 'reply', reply: { type: 'finalizeBlock', response } } as const;
    expect(() => step(engine.env, asked.state, answer, engine.now)).toThrow(/answered 1 transactions with 0 results/);
  });

  test('follows the chain without a key', () => {
    const engine = new EngineUnderTest(3, { key: undefined });
    const A = engine.block(0, 'A');
    engine.proposal(0, 0, -1, A.id).parts(0, A);
    expect(engine.sent).toEqual([]);
    for (const from of [0, 1, 2]) engine.precommit(from, 0, A.id);
    expect(engine.round.height).toBe(2n);
  });
});

describe('PBTS', () => {
  const SECOND = 1000n * MS;
  const params = {
    ...DEFAULT_PARAMS,
    feature: { pbtsEnableHeight: 1n },
    synchrony: { precision: 500n * MS, messageDelay: 4n * SECOND },
  };
  /** Returns v3 in round 0 of height 1, and a block of v0 with the genesis time. */
  const waiting = () => {
    const engine = new EngineUnderTest(3, {}, params);
    return { engine, A: engine.block(0, 'A') };
  };
  const votedFor = (engine: EngineUnderTest): unknown => engine.voted[0]?.blockId;

  test.each([
    ['at the end of the delay and the precision', 4500n * MS, true],
    ['a nanosecond later', 4500n * MS + 1n, false],
  ])('prevotes a block only if its proposal arrived in time: %s', (_, after, isTimely) => {
    const { engine, A } = waiting();
    engine.now = GENESIS_TIME + after;
    engine.proposal(0, 0, -1, A.id);
    engine.now += 60n * SECOND;
    engine.parts(0, A);
    expect(votedFor(engine)).toEqual(isTimely ? A.id : NIL_BLOCK_ID);
    expect(engine.emitted.some((text) => text.includes('is not timely'))).toBe(!isTimely);
    expect(engine.voted[0]?.timestamp).toBe(engine.now);
  });

  test('prevotes nil for a proposal whose time is not that of its block', () => {
    const { engine, A } = waiting();
    const facts = { height: 1n, round: 0, polRound: -1, blockId: A.id, timestamp: GENESIS_TIME + 1n };
    engine.hear(0, { type: 'proposal', proposal: aProposal(engine.env, engine.keys[0] as ValidatorKey, facts) });
    engine.parts(0, A);
    expect(votedFor(engine)).toEqual(NIL_BLOCK_ID);
  });

  test('prevotes a block that is proposed again, however late it is', () => {
    const { engine, A } = waiting();
    for (const from of [0, 1, 2]) engine.prevote(from, 0, A.id);
    for (const from of [0, 1, 2]) engine.precommit(from, 0, NIL_BLOCK_ID);
    engine.timeout();
    expect(engine.round).toMatchObject({ round: 1, lockedRound: -1 });
    engine.now = GENESIS_TIME + 3600n * SECOND;
    engine.proposal(1, 1, 0, A.id).parts(1, A);
    expect(votedFor(engine)).toEqual(A.id);
  });

  test('gives a proposal the time of its block, and the block that of the clock', () => {
    const engine = new EngineUnderTest(0, {}, params);
    const [first] = engine.outbox;
    if (first?.type !== 'proposal') throw new Error('v0 has proposed nothing');
    expect(first.proposal.timestamp).toBe(engine.now);
    expect(engine.round.proposalBlock?.block.header.time).toBe(engine.now);
  });
});
