import { describe, expect, test } from 'vitest';
import {
  type DecidedState,
  evidenceHeight,
  isCommitted,
  isExpired,
  startDecidedState,
} from '../../../src/consensus/decided_state.js';
import { evidenceProblem } from '../../../src/consensus/evidence/check.js';
import { misbehaviorOf } from '../../../src/consensus/evidence/misbehavior.js';
import { addPending, EMPTY_POOL, MAX_CONFLICTS, pendingEvidence } from '../../../src/consensus/evidence/pool.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import {
  type DuplicateVoteEvidence,
  encodeEvidenceList,
  makeDuplicateVoteEvidence,
} from '../../../src/consensus/types/evidence.js';
import { VoteType } from '../../../src/consensus/types/vote.js';
import { GENESIS_TIME } from '../chain_kit.js';
import { EngineUnderTest } from '../engine_kit.js';

const { Precommit } = VoteType;

/** Returns v3 after it has decided height 1. v2 has voted twice; `saw` tells whether v3 has received both votes. */
function afterHeightOne(saw: boolean): { readonly engine: EngineUnderTest; readonly evidence: DuplicateVoteEvidence } {
  const engine = new EngineUnderTest(3);
  const A = engine.block(0, 'A');
  engine.proposal(0, 0, -1, A.id).parts(0, A);
  const [first, second] = [engine.vote(2, { blockId: A.id }), engine.vote(2, { blockId: NIL_BLOCK_ID })];
  for (const vote of saw ? [first, second] : [first]) engine.hear(2, { type: 'vote', vote });
  for (const from of [0, 1]) engine.prevote(from, 0, A.id);
  for (const from of [0, 1, 2]) engine.precommit(from, 0, A.id);
  expect(engine.round.height).toBe(2n);
  const evidence = makeDuplicateVoteEvidence(first, second, GENESIS_TIME, engine.chain.validators);
  return { engine, evidence };
}

describe('two conflicting votes', () => {
  test('become evidence when their height is decided, and are sent to all peers', () => {
    const { engine, evidence } = afterHeightOne(true);
    expect(engine.state.pool.pending).toEqual([evidence]);
    expect(engine.state.pool.conflicts).toEqual([]);
    expect(engine.outbox).toContainEqual({ type: 'evidence', evidence });
  });

  test('are remembered once for each validator, round and type', () => {
    const engine = new EngineUnderTest(3);
    for (let i = 0; i < MAX_CONFLICTS; i++) engine.prevote(2, 0, engine.block(0, `${i}`).id);
    expect(engine.state.pool.conflicts).toHaveLength(1);
    engine.precommit(2, 0, NIL_BLOCK_ID).precommit(2, 0, engine.block(0, 'A').id);
    expect(engine.state.pool.conflicts).toHaveLength(2);
  });

  test('of the node itself do not become evidence', () => {
    const engine = new EngineUnderTest(3);
    engine.timeout();
    engine.prevote(3, 0, engine.block(0, 'A').id);
    expect(engine.state.pool.conflicts).toEqual([]);
  });
});

describe('evidence from a peer', () => {
  test('is pooled and relayed once', () => {
    const { engine, evidence } = afterHeightOne(false);
    engine.hear(0, { type: 'evidence', evidence });
    expect(engine.sent).toEqual([{ type: 'evidence', evidence }]);
    engine.hear(1, { type: 'evidence', evidence: { ...evidence } });
    expect(engine.effects).toEqual([]);
    expect(engine.state.pool.pending).toHaveLength(1);
  });

  test('of the undecided height counts as its two votes', () => {
    const engine = new EngineUnderTest(3);
    const [first, second] = [engine.vote(2, { blockId: engine.block(0, 'A').id }), engine.vote(2)];
    const evidence = makeDuplicateVoteEvidence(first, second, GENESIS_TIME, engine.chain.validators);
    engine.hear(0, { type: 'evidence', evidence });
    expect(engine.emitted).toEqual(['accuse']);
    expect(engine.state.pool.conflicts).toHaveLength(1);
  });

  test('of the undecided height is checked', () => {
    const engine = new EngineUnderTest(3);
    const [first, second] = [engine.vote(2, { blockId: engine.block(0, 'A').id }), engine.vote(2)];
    const evidence = makeDuplicateVoteEvidence(first, second, GENESIS_TIME, engine.chain.validators);
    const voteB = { ...evidence.voteB, signature: { bytes: new Uint8Array(64) } };
    engine.hear(0, { type: 'evidence', evidence: { ...evidence, voteB } });
    expect(engine.emitted).toEqual(['a vote of the evidence has a wrong signature']);
  });

  test('of a later height is reported as missed', () => {
    const engine = new EngineUnderTest(3);
    const at = { height: 9n };
    const [first, second] = [engine.vote(2, { ...at, blockId: engine.block(0, 'A').id }), engine.vote(2, at)];
    const evidence = makeDuplicateVoteEvidence(first, second, GENESIS_TIME, engine.chain.validators);
    engine.hear(0, { type: 'evidence', evidence });
    expect(engine.effects).toEqual([{ type: 'missed', message: { type: 'evidence', evidence } }]);
  });
});

describe('submitted evidence', () => {
  test("is pooled and relayed, or refused with CometBFT's message", () => {
    const { engine, evidence } = afterHeightOne(false);
    engine.hear(3, { type: 'evidence', evidence: { ...evidence, validatorPower: 9n } });
    expect(engine.emitted).toEqual(['validator power from evidence and our validator set does not match (9 != 10)']);
    engine.hear(3, { type: 'evidence', evidence });
    expect(engine.state.pool.pending).toEqual([evidence]);
    expect(engine.sent).toEqual([{ type: 'evidence', evidence }]);
  });

  test('of an undecided height is refused and not pooled', () => {
    const engine = new EngineUnderTest(3);
    for (const height of [1n, 9n]) {
      const votes = [engine.vote(2, { height, blockId: engine.block(0, 'A').id }), engine.vote(2, { height })] as const;
      const evidence = makeDuplicateVoteEvidence(...votes, GENESIS_TIME, engine.chain.validators);
      engine.hear(3, { type: 'evidence', evidence });
      expect(engine.emitted.at(-1)).toBe(`don't have header #${height}`);
    }
    expect(engine.state.pool).toEqual(EMPTY_POOL);
  });
});

describe('evidence in a block', () => {
  const { engine, evidence } = afterHeightOne(true);
  const { decidedState } = engine.state;
  const problem = (...list: DuplicateVoteEvidence[]) => evidenceProblem(engine.env, decidedState, list);

  test('is valid once', () => {
    expect(problem(evidence)).toBeUndefined();
    expect(problem(evidence, evidence)).toBe('duplicate evidence');
  });

  test("must have the height's time and powers, two valid signatures, and a validator", () => {
    expect(problem({ ...evidence, timestamp: evidence.timestamp + 1n })).toMatch(
      /^evidence has a different time to the block it is associated with \(.* \+0000 UTC != .* \+0000 UTC\)$/,
    );
    expect(problem({ ...evidence, validatorPower: 11n })).toMatch(
      /^validator power from evidence and our validator set does not match \(11 != 10\)$/,
    );
    expect(problem({ ...evidence, totalVotingPower: 41n })).toMatch(
      /^total voting power from the evidence and our validator set does not match \(41 != 40\)$/,
    );
    expect(problem({ ...evidence, voteA: { ...evidence.voteA, signature: { bytes: new Uint8Array(64) } } })).toMatch(
      /^verifying VoteA: invalid signature$/,
    );
    const validatorAddress = new Uint8Array(20);
    const [voteA, voteB] = [evidence.voteA, evidence.voteB].map((vote) => ({ ...vote, validatorAddress }));
    expect(
      problem({ ...evidence, voteA: voteA as typeof evidence.voteA, voteB: voteB as typeof evidence.voteB }),
    ).toMatch(/^address (00){20} was not a validator at height 1$/);
    expect(problem({ ...evidence, voteA: evidence.voteB, voteB: evidence.voteA })).toMatch(
      /^duplicate votes in invalid order$/,
    );
  });

  test('must be of a known height, and not too old', () => {
    const [a, b] = [evidence.voteA, evidence.voteB].map((vote) => ({ ...vote, height: 7n }));
    expect(problem({ ...evidence, voteA: a as typeof evidence.voteA, voteB: b as typeof evidence.voteB })).toMatch(
      /^don't have header #7$/,
    );
    const { maxAgeNumBlocks, maxAgeDuration } = decidedState.chain.params.evidence;
    const later = (blocks: bigint, nanos: bigint) => ({
      ...decidedState.chain,
      lastBlockHeight: 1n + blocks,
      lastBlockTime: GENESIS_TIME + nanos,
    });
    expect(isExpired(later(maxAgeNumBlocks + 1n, maxAgeDuration), 1n, GENESIS_TIME)).toBe(false);
    expect(isExpired(later(maxAgeNumBlocks, maxAgeDuration + 1n), 1n, GENESIS_TIME)).toBe(false);
    expect(isExpired(later(maxAgeNumBlocks + 1n, maxAgeDuration + 1n), 1n, GENESIS_TIME)).toBe(true);
    const old: DecidedState = {
      ...decidedState,
      chain: { ...decidedState.chain, params: strict(decidedState), lastBlockHeight: 9n },
    };
    expect(
      evidenceProblem(engine.env, { ...old, chain: { ...old.chain, lastBlockTime: GENESIS_TIME + 10n } }, [evidence]),
    ).toMatch(
      /^evidence from height 1 \(created at: .* UTC\) is too old; min height is 8 and evidence can not be older than .* UTC$/,
    );
  });

  test("becomes misbehavior in the application's request", () => {
    expect(misbehaviorOf(evidence)).toEqual([
      {
        type: 'duplicate-vote',
        validator: { address: engine.keys[2]?.address, power: 10n },
        height: 1n,
        time: GENESIS_TIME,
        totalVotingPower: 40n,
      },
    ]);
  });
});

const strict = ({ chain }: DecidedState) => ({
  ...chain.params,
  evidence: { ...chain.params.evidence, maxAgeNumBlocks: 1n, maxAgeDuration: 1n },
});

/** Lets v3 decide height 1 while its pool has evidence, and returns what is left. A block may be 0 heights and 5 ns old. */
function leftAfterBlock(of: (engine: EngineUnderTest) => readonly DuplicateVoteEvidence[], saw: boolean) {
  const engine = new EngineUnderTest(3);
  const { decidedState } = engine.state;
  const limits = { ...decidedState.chain.params.evidence, maxAgeNumBlocks: 0n, maxAgeDuration: 5n };
  const chain = { ...decidedState.chain, params: { ...decidedState.chain.params, evidence: limits } };
  const pool = of(engine).reduce(addPending, EMPTY_POOL);
  engine.state = { ...engine.state, pool, decidedState: { ...decidedState, chain } };
  const A = engine.block(0, 'A');
  engine.proposal(0, 0, -1, A.id).parts(0, A);
  if (saw) engine.prevote(2, 0, NIL_BLOCK_ID);
  for (const from of [0, 1, 2]) engine.prevote(from, 0, A.id);
  for (const from of [0, 1, 2]) engine.precommit(from, 0, A.id);
  expect(engine.round.height).toBe(2n);
  return engine.state.pool.pending.map((item) => [evidenceHeight(item), item.timestamp - GENESIS_TIME]);
}

describe('after a block, the pool', () => {
  const ofAge = (height: bigint, nanos: bigint) => (engine: EngineUnderTest) => {
    const [first, second] = [
      engine.vote(1, { height, blockId: engine.block(0, 'A').id }),
      engine.vote(1, { height, blockId: NIL_BLOCK_ID }),
    ];
    return makeDuplicateVoteEvidence(first, second, GENESIS_TIME + nanos, engine.chain.validators);
  };

  test('has no expired evidence, and still has what is as old as allowed by one of the limits', () => {
    const all = [ofAge(0n, -6n), ofAge(0n, -5n), ofAge(1n, -60n)];
    const make = (engine: EngineUnderTest) => all.map((one) => one(engine));
    expect(leftAfterBlock(make, false)).toEqual([
      [0n, -5n],
      [1n, -60n],
    ]);
  });

  test('has the evidence of its height beside what it had', () => {
    expect(leftAfterBlock((engine) => [ofAge(0n, -6n)(engine), ofAge(0n, -5n)(engine)], true)).toEqual([
      [0n, -5n],
      [1n, 0n],
    ]);
  });
});

describe('evidence in a decided block', () => {
  const { engine, evidence } = afterHeightOne(true);
  const { chain } = engine.state.decidedState;
  const { block } = engine.block(0, 'A');
  /** Returns the state after blocks 1 to `last`, of which block `at` holds the evidence. */
  const withIt = (at: bigint, last: bigint): DecidedState => {
    const blocks = Array.from({ length: Number(last) }, (_, i) => {
      const height = BigInt(i) + 1n;
      const list = height === at ? [evidence] : [];
      return { block: { ...block, header: { ...block.header, height }, evidence: list }, validators: chain.validators };
    });
    return startDecidedState({ ...chain, lastBlockHeight: last }, blocks);
  };

  test('is known from the block after its height to the last one', () => {
    expect([2n, 3n, 4n, 5n].map((at) => isCommitted(withIt(at, 4n), evidence))).toEqual([true, true, true, false]);
  });

  test('is refused in the next block', () => {
    expect(evidenceProblem(engine.env, withIt(4n, 4n), [evidence])).toBe('evidence was already committed');
    expect(evidenceProblem(engine.env, withIt(5n, 4n), [evidence])).not.toBe('evidence was already committed');
  });
});

describe('the pool', () => {
  const { engine, evidence } = afterHeightOne(true);
  const another = makeDuplicateVoteEvidence(
    engine.vote(1, { type: Precommit }),
    engine.vote(1, { type: Precommit, blockId: engine.block(0, 'A').id }),
    GENESIS_TIME,
    engine.chain.validators,
  );

  test('offers as much evidence as fits, in an order that does not depend on arrival', () => {
    const pool = [evidence, another].reduce(addPending, EMPTY_POOL);
    const turned = [another, evidence].reduce(addPending, EMPTY_POOL);
    expect(pool).toEqual(turned);
    const size = BigInt(encodeEvidenceList(pool.pending).length);
    expect(pendingEvidence(pool, size)).toHaveLength(2);
    expect(pendingEvidence(pool, size - 1n)).toHaveLength(1);
    expect(pendingEvidence(pool, 0n)).toHaveLength(0);
  });
});
