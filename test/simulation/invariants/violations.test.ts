import { describe, expect, test } from 'vitest';
import { startDecidedState } from '../../../src/consensus/decided_state.js';
import { OwnSignature } from '../../../src/consensus/signature/own_signature.js';
import { type BlockId, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { VoteType } from '../../../src/consensus/types/vote.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { createCore } from '../../../src/simulation/create_core.js';
import type { Invariant, InvariantContext, Observation } from '../../../src/simulation/invariant.js';
import { invariant as agreement } from '../../../src/simulation/invariants/agreement.js';
import { invariant as commitVerifies } from '../../../src/simulation/invariants/commit_verifies.js';
import { invariant as lockSafety } from '../../../src/simulation/invariants/lock_safety.js';
import { invariant as signOnce } from '../../../src/simulation/invariants/sign_once.js';
import { invariant as stateAgreement } from '../../../src/simulation/invariants/state_agreement.js';
import { invariant as timeMonotonic } from '../../../src/simulation/invariants/time_monotonic.js';
import { invariant as validity } from '../../../src/simulation/invariants/validity.js';
import { answerOfNetwork, START, TestNetwork } from '../world_kit.js';

describe('a broken invariant', () => {
  test('stops the network and reports the seed, the event and the command that reproduces it', () => {
    // The application answers one transaction with two results.
    const { network } = new TestNetwork({ seed: '4711', reproduce: 'npx tsx scripts/simulate.ts --seed 4711' });
    const text = caught(() => {
      for (;;) {
        let { ask } = network.step();
        for (let count = 1; ask !== undefined; count++) {
          const reply = answerOfNetwork(ask, count);
          const isLast = reply.type === 'finalizeBlock';
          const results = isLast ? [...reply.response.txResults, ...reply.response.txResults] : [];
          const wrong = isLast ? { ...reply, response: { ...reply.response, txResults: results } } : reply;
          ({ ask } = network.answer(wrong));
        }
      }
    });
    expect(text).toContain('the application answered 1 transactions with 2 results');
    const command = `npx tsx scripts/simulate.ts --seed 4711 --until ${network.events}`;
    expect(text).toContain(`(seed 4711, event ${network.events}; to reproduce: ${command})`);
  });
});

function caught(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InvariantViolation) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Provides observations from a network without faults. */
function observations() {
  const host = new TestNetwork().untilAll(3n);
  const testDevnet: InvariantContext = createCore(host.options);
  const [second, third] = [host.decided(2n), host.decided(3n)];
  const before = { ...startDecidedState(second.state) };
  const after = startDecidedState(third.state);
  const decided: Observation & { type: 'decided' } = {
    type: 'decided',
    node: 0,
    decided: third.decided,
    response: third.response,
    before,
    after,
    earlier: undefined,
  };
  const earlier = {
    decided: third.decided,
    response: third.response,
    decidedState: after,
    proposalStatuses: [],
    extensionStatuses: [],
  };
  return { host, testDevnet, decided, earlier, second };
}

const { host, testDevnet, decided, earlier, second } = observations();
const see = <M>(invariant: Invariant<M>, observation: Observation, memory = invariant.start) =>
  invariant.see(memory, observation, testDevnet);

describe('invariants detect', () => {
  test('two decisions at one height', () => {
    expect(() => see(agreement, { ...decided, earlier })).not.toThrow();
    const other = { ...earlier, decided: second.decided };
    expect(() => see(agreement, { ...decided, earlier: other })).toThrow(
      /agreement: node 0 decided [0-9A-F]{64} at height 3/,
    );
  });

  test('two states after one height', () => {
    const chain = { ...decided.after.chain };
    expect(() =>
      see(stateAgreement, { ...decided, earlier: { ...earlier, decidedState: { ...earlier.decidedState, chain } } }),
    ).not.toThrow();
    const other = { ...chain, appHash: utf8('another') };
    expect(() =>
      see(stateAgreement, {
        ...decided,
        earlier: { ...earlier, decidedState: { ...earlier.decidedState, chain: other } },
      }),
    ).toThrow(/state agreement: node 0 is in another state after height 3/);
  });

  test('a decision that no node proposed, and an invalid one', () => {
    expect(() => see(validity, decided)).toThrow(/which no node proposed/);
    const memory = [{ height: 3n, hash: decided.decided.blockId.hash }];
    expect(see(validity, decided, memory)).toEqual([]);
    const wrongChain = { ...decided.before, chain: { ...decided.before.chain, appHash: utf8('x') } };
    expect(() => see(validity, { ...decided, before: wrongChain }, memory)).toThrow(
      /validity: node 0 decided .*: appHash is/,
    );
  });

  test('a clock that goes back, and a block that is not later than the last', () => {
    expect(() => see(timeMonotonic, { type: 'event', time: START - 1n, before: START })).toThrow(/the clock went from/);
    const chain = { ...decided.before.chain, lastBlockTime: decided.decided.block.header.time };
    expect(() => see(timeMonotonic, { ...decided, before: { ...decided.before, chain } })).toThrow(/block 3 has/);
  });

  test('a commit that does not prove its block', () => {
    expect(() => see(commitVerifies, decided)).not.toThrow();
    const [slot, ...rest] = decided.decided.seenCommit.signatures;
    const signatures = [{ ...(slot as NonNullable<typeof slot>), timestamp: START }, ...rest];
    const seenCommit = { ...decided.decided.seenCommit, signatures };
    expect(() => see(commitVerifies, { ...decided, decided: { ...decided.decided, seenCommit } })).toThrow(
      /commit slot 0/,
    );
  });
});

const blockId = (name: string): BlockId => ({
  hash: sha256(utf8(name)),
  parts: { total: 1, hash: sha256(utf8(name)) },
});

function sent(node: number, type: VoteType, round: number, id: BlockId, height = 1n): Observation {
  const key = host.keys[node] as (typeof host.keys)[number];
  const facts = {
    type,
    height,
    round,
    blockId: id,
    timestamp: START,
    validatorAddress: key.address,
    validatorIndex: node,
  };
  const vote = OwnSignature.onVote(host.options.crypto, 'world-1', key, facts);
  return { type: 'sent', node, message: { type: 'vote', vote } };
}

describe('invariants detect votes:', () => {
  const { Prevote, Precommit } = VoteType;

  test('a second signature at one step, and one at an earlier step', () => {
    const once = see(signOnce, sent(1, Prevote, 0, blockId('A')));
    expect(() => see(signOnce, sent(1, Prevote, 0, NIL_BLOCK_ID), once)).toThrow(
      /sign once: node 1 signed at 1\/0\/4 after 1\/0\/4/,
    );
    const later = see(signOnce, sent(1, Precommit, 2, NIL_BLOCK_ID), once);
    expect(() => see(signOnce, sent(1, Prevote, 1, NIL_BLOCK_ID), later)).toThrow(/after 1\/2\/6/);
  });

  test('a precommit against a block that may be decided', () => {
    const locked = [0, 1, 2].reduce(
      (memory, node) => see(lockSafety, sent(node, Precommit, 0, blockId('A')), memory),
      lockSafety.start,
    );
    expect(() => see(lockSafety, sent(3, Precommit, 1, blockId('A')), locked)).not.toThrow();
    expect(() => see(lockSafety, sent(3, Precommit, 1, blockId('B')), locked)).toThrow(
      /lock safety: node 3 precommitted another block in 1\/1/,
    );
  });

  test("a prevote against the node's own lock without a later polka", () => {
    const locked = see(lockSafety, sent(0, Precommit, 0, blockId('A')));
    expect(() => see(lockSafety, sent(0, Prevote, 1, blockId('A')), locked)).not.toThrow();
    expect(() => see(lockSafety, sent(0, Prevote, 1, NIL_BLOCK_ID), locked)).not.toThrow();
    expect(() => see(lockSafety, sent(0, Prevote, 1, blockId('B')), locked)).toThrow(
      /lock safety: node 0 prevoted against its lock in 1\/1/,
    );
  });
});
