import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/consensus/input.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { VoteType } from '../../../src/consensus/types/vote.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { envAt, nodeAt } from '../../../src/simulation/core.js';
import { createCore } from '../../../src/simulation/create_core.js';
import type { Envelope, FaultContext } from '../../../src/simulation/fault.js';
import { areApart, faultsOnLink, separating, skewOf } from '../../../src/simulation/fault_index.js';
import { byzantineNode, type Fault, type NamedFault } from '../../../src/simulation/fault_registry.js';
import { faultProblem } from '../../support/fault_problem.js';
import { MS, TestNetwork } from '../world_kit.js';

const host = new TestNetwork();
const core = createCore(host.options);
const drawing = (value: number): FaultContext => ({
  draw: () => value,
  recall: ({ start }) => start,
  remember: () => undefined,
  oldestHeight: 1n,
  indexOf: (address) => core.nodes.findIndex(({ key }) => equalBytes(key.address, address)),
  node: nodeAt(core, 0),
  env: envAt(core, 0),
});

const aVote: Message = {
  type: 'vote',
  vote: {
    type: VoteType.Prevote,
    height: 5n,
    round: 1,
    blockId: NIL_BLOCK_ID,
    timestamp: 0n,
    validatorAddress: nodeAt(core, 0).key.address,
    validatorIndex: 0,
    signature: { bytes: new Uint8Array(64) },
  },
};
const envelope: Envelope = { from: 0, to: 1, message: aVote, delay: 10n * MS };
const through = (fault: Fault, drawn = 0, sent = envelope) =>
  faultsOnLink([{ name: 'fault', fault }], sent.from, sent.to).reduce<readonly Envelope[]>(
    (envelopes, { transform }) => envelopes.flatMap((each) => transform(each, drawing(drawn))),
    [sent],
  );

describe('a fault', () => {
  test('delays messages on its links only', () => {
    expect(through({ type: 'delay', ms: 1 })).toEqual([{ ...envelope, delay: 11n * MS }]);
    expect(through({ type: 'delay', ms: 1, from: [0], to: [1, 2] })).toEqual([{ ...envelope, delay: 11n * MS }]);
    expect(through({ type: 'delay', ms: 1, from: [1] })).toEqual([envelope]);
    expect(through({ type: 'delay', ms: 1, to: [2] })).toEqual([envelope]);
  });

  test('loses the given percentage of messages', () => {
    const retained = (percent: number) =>
      Array.from({ length: 100 }, (_, i) => through({ type: 'loss', percent }, i).length);
    expect(retained(30).filter((n) => n === 0)).toHaveLength(30);
    expect(retained(0).every((n) => n === 1)).toBe(true);
    expect(retained(100).every((n) => n === 0)).toBe(true);
  });

  test('drops messages that match all of its conditions', () => {
    const matching: Fault[] = [
      { type: 'drop' },
      { type: 'drop', message: 'vote' },
      { type: 'drop', signer: 0 },
      { type: 'drop', vote: 'prevote', height: 5, round: 1, from: [0], to: [1] },
    ];
    const others: Fault[] = [
      { type: 'drop', message: 'part' },
      { type: 'drop', vote: 'precommit' },
      { type: 'drop', height: 4 },
      { type: 'drop', round: 0 },
      { type: 'drop', from: [2] },
      { type: 'drop', signer: 1 },
    ];
    for (const fault of matching) expect(through(fault)).toEqual([]);
    for (const fault of others) expect(through(fault)).toEqual([envelope]);
  });

  test('drops the messages that catch a node up, and takes their name in one form', () => {
    const commit = { height: 5n, round: 1, blockId: NIL_BLOCK_ID, signatures: [] };
    const parts = partSetOf(new Uint8Array(8));
    const catchUp: Envelope = { ...envelope, message: { type: 'catch up', commit, parts } };
    const fault = { type: 'drop', message: 'catch-up', height: 5 } as const;
    expect(faultProblem(fault, 4)).toBeUndefined();
    expect(faultProblem({ ...fault, message: 'catch up' }, 4)).toMatchObject({ type: 'member', value: 'catch up' });
    expect(through(fault, 0, catchUp)).toEqual([]);
    expect(through(fault)).toEqual([envelope]);
  });

  test('reorders messages within its bounds', () => {
    expect(through({ type: 'reorder', ms: 100 }, 0)).toEqual([envelope]);
    expect(through({ type: 'reorder', ms: 100 }, 1000)).toEqual([{ ...envelope, delay: 110n * MS }]);
  });

  test('duplicates messages at random', () => {
    expect(through({ type: 'duplicate', percent: 50, ms: 1 }, 49)).toEqual([
      envelope,
      { ...envelope, delay: 11n * MS },
    ]);
    expect(through({ type: 'duplicate', percent: 50, ms: 1 }, 50)).toEqual([envelope]);
  });

  test('partitions links between groups', () => {
    const slow = { name: 'slow', fault: { type: 'delay', ms: 1 } } as const;
    const split = { name: 'split', fault: { type: 'partition', groups: [[0, 1], [2]] } } as const;
    const faults = [slow, split];
    expect([areApart(faults, 0, 1), separating(faults, 0, 1)]).toEqual([false, undefined]);
    expect([areApart(faults, 1, 2), separating(faults, 1, 2)]).toEqual([true, split]);
    expect([areApart(faults, 3, 0), separating(faults, 3, 0)]).toEqual([true, split]);
    expect([areApart(faults, 3, 4), separating(faults, 3, 4)]).toEqual([true, split]);
  });

  test('adds to the other skews of a clock', () => {
    const faults: readonly NamedFault[] = [
      { name: 'a', fault: { type: 'skew', node: 1, ms: 0.000005 } },
      { name: 'b', fault: { type: 'skew', node: 1, ms: -0.000002 } },
      { name: 'c', fault: { type: 'skew', node: 2, ms: 0.000009 } },
      { name: 'd', fault: { type: 'drop' } },
    ];
    expect([0, 1, 2].map((node) => skewOf(faults, node))).toEqual([0n, 3n, 9n]);
  });

  test('makes an equivocator vote twice, in the order that misleads the receiver', () => {
    const liar: Fault = { type: 'equivocate', node: 0 };
    const even = through(liar, 0, { ...envelope, to: 2 });
    expect(even).toHaveLength(2);
    expect(even[0]?.message).toBe(aVote);
    expect(through(liar)[1]?.message).toBe(aVote);
    expect(through({ type: 'equivocate', node: 0, vote: 'precommit' })).toEqual([envelope]);
    expect(through({ type: 'equivocate', node: 1 })).toEqual([envelope]);
  });

  test('names the node that it makes byzantine', () => {
    expect(byzantineNode({ type: 'equivocate', node: 3 })).toBe(3);
    expect(byzantineNode({ type: 'double-proposal', node: 2 })).toBe(2);
    expect(byzantineNode({ type: 'loss', percent: 5 })).toBeUndefined();
  });
});
