/** Plays forks by validators with half of the power: both commits are remembered, and the network stops. */
import { describe, expect, test } from 'vitest';
import { verifySignature } from '../../src/consensus/signature/verify_signature.js';
import { equalBlockIds } from '../../src/consensus/types/block_id.js';
import { BlockIdFlag } from '../../src/consensus/types/commit.js';
import { verifyCommit } from '../../src/consensus/types/verify_commit.js';
import { createCore } from '../../src/simulation/create_core.js';
import { type ConflictingCommits, createSimNetwork } from '../../src/simulation/index.js';
import { AMNESIA, EQUIVOCATION, type Fork } from './forks.js';
import { SECOND, START, TestNetwork } from './world_kit.js';

const NAMES: readonly (readonly [string, Fork])[] = [
  ['equivocation in prevotes and precommits with a double proposal', EQUIVOCATION],
  ['amnesia', AMNESIA],
];

/** Runs until the chain has ended. */
function forked({ faults }: Fork): { readonly host: TestNetwork; readonly conflict: ConflictingCommits } {
  const host = new TestNetwork({ faults });
  host.until(() => host.network.conflict !== undefined, 5000).drain();
  const { conflict } = host.network;
  if (conflict === undefined) throw new Error('the chain has not forked');
  return { host, conflict };
}

const signersOf = ({ branches }: ConflictingCommits) =>
  branches.map(({ commit }) =>
    commit.signatures.flatMap(({ blockIdFlag }, index) => (blockIdFlag === BlockIdFlag.Commit ? [index] : [])),
  );

describe.each(NAMES)('a fork by %s', (_, fork) => {
  test('decides two blocks whose commits both verify, and the byzantine validators signed both', () => {
    const { host, conflict } = forked(fork);
    const { height, branches, validators } = conflict;
    expect(height).toBe(1n);
    expect(branches).toHaveLength(2);
    const [a, b] = branches.map(({ blockId }) => blockId);
    expect(a !== undefined && b !== undefined && equalBlockIds(a, b)).toBe(false);
    const verify = verifySignature.bind(undefined, createCore(host.options).envs[0] as never);
    for (const { blockId, commit } of branches)
      expect(verifyCommit('world-1', validators, blockId, height, commit, verify)).toBeUndefined();
    for (const signers of signersOf(conflict)) {
      expect(signers.length).toBeGreaterThanOrEqual(3);
      for (const liar of fork.byzantine) expect(signers).toContain(liar);
    }
  });

  test('stops the network: the application has executed the first block only', () => {
    const { host, conflict } = forked(fork);
    expect(host.network.nextEventTime()).toBeUndefined();
    const { events } = host.network;
    expect(host.network.step()).toEqual({ notes: [], ask: undefined });
    host.network.restart(3);
    host.network.setFault('apart', undefined);
    expect(host.network.lastDecidedHeight).toBe(1n);
    const finalized = host.asks.flatMap((ask) => (ask.type === 'finalizeBlock' ? [ask.request.hash] : []));
    expect(finalized).toEqual([conflict.branches[0]?.blockId.hash]);
    expect(host.notes.filter(({ type }) => type === 'conflicting commits')).toHaveLength(1);
    expect(host.network.events).toBeGreaterThanOrEqual(events);
  });

  test('is the same in every run, and a snapshot from before it goes back', () => {
    const { host, conflict } = forked(fork);
    const again = new TestNetwork({ faults: fork.faults });
    const start = again.network.snapshot();
    again.until(() => again.network.conflict !== undefined, 5000).drain();
    expect(again.network.conflict).toEqual(conflict);
    expect(again.trace(0)).toEqual(host.trace(0));
    const forkedState = again.network.snapshot();
    again.network.restore(start);
    expect(again.network.conflict).toBeUndefined();
    for (const name of Object.keys(fork.faults)) again.network.setFault(name, undefined);
    again.untilAll(3n);
    const other = createSimNetwork(host.options);
    other.restore(forkedState);
    expect(other.conflict).toEqual(conflict);
    expect(other.nextEventTime()).toBeUndefined();
  });
});

describe('the nodes of each branch', () => {
  test('are those that decided it, with those that did at the same instant', () => {
    expect(forked(EQUIVOCATION).conflict.branches.map(({ nodes }) => nodes)).toEqual([
      [1, 3],
      [0, 2],
    ]);
    expect(forked(AMNESIA).conflict.branches.map(({ nodes }) => nodes)).toEqual([[0], [1, 2, 3]]);
  });

  test('decide in two rounds of one height where validators forget their locks, and in one where they equivocate', () => {
    expect(forked(EQUIVOCATION).conflict.branches.map(({ commit }) => commit.round)).toEqual([0, 0]);
    expect(forked(AMNESIA).conflict.branches.map(({ commit }) => commit.round)).toEqual([0, 1]);
  });
});

describe('less than a third of byzantine power', () => {
  test('makes the same fork a broken invariant', () => {
    const { conflict } = forked(EQUIVOCATION);
    const host = new TestNetwork({ faults: EQUIVOCATION.faults });
    // Runs to the event of the second decision, then declares every node honest.
    let before = host.network.snapshot();
    host.until(() => {
      if (host.network.conflict !== undefined) return true;
      before = host.network.snapshot();
      return false;
    });
    expect(host.network.conflict?.time).toBe(conflict.time);
    host.network.restore({ ...before, registers: { ...before.registers, byzantine: [] } });
    expect(() => host.step()).toThrow(/agreement: node \d finalizes another block at height 1 than was decided/);
  });

  test('never ends a chain: one equivocating proposer of four forks nothing', () => {
    const { proposer, first } = EQUIVOCATION.faults;
    const host = new TestNetwork({ faults: { proposer, first } as never });
    host.runTo(START + 60n * SECOND);
    expect(host.network.conflict).toBeUndefined();
    expect(host.network.lastDecidedHeight).toBeGreaterThan(5n);
  });
});
