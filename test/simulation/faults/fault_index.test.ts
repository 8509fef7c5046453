/** Counts what an event costs for active faults that do not concern it. */
import { describe, expect, test } from 'vitest';
import { areApart, faultsOnLink } from '../../../src/simulation/fault_index.js';
import type { Fault, NamedFault } from '../../../src/simulation/fault_registry.js';
import { TestNetwork } from '../world_kit.js';

/** Makes faults that count how often their data is read. None of them concerns a message among the first four nodes. */
function countingFaults(count: number) {
  const counted = { reads: 0 };
  const counting = <T extends object>(data: T): T =>
    new Proxy(data, {
      get(target, key, receiver) {
        counted.reads++;
        const value: unknown = Reflect.get(target, key, receiver);
        return typeof value === 'object' && value !== null ? counting(value) : value;
      },
    });
  const kinds: readonly Fault[] = [
    { type: 'skew', node: 9, ms: 1 },
    { type: 'loss', percent: 100, from: [9] },
    { type: 'delay', ms: 5000, to: [9] },
    { type: 'partition', groups: [[0, 1, 2, 3]] },
    { type: 'silent-proposer', node: 9 },
    { type: 'nil-prevotes', node: 9 },
  ];
  const faults = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${i}`, counting(kinds[i % kinds.length] as Fault)] as const),
  );
  return { faults, counted };
}

describe('a network with 600 faults of other nodes', () => {
  test('reads no fault in a height after the first', () => {
    const { faults, counted } = countingFaults(600);
    const host = new TestNetwork({ faults });
    host.untilAll(1n);
    const before = counted.reads;
    host.untilAll(3n);
    expect(counted.reads).toBe(before);
  });

  test('decides the same blocks as a network without faults', () => {
    const [faulty, plain] = [new TestNetwork({ faults: countingFaults(600).faults }), new TestNetwork()];
    faulty.untilAll(3n);
    plain.untilAll(3n);
    expect(faulty.decided(3n).decided.block).toEqual(plain.decided(3n).decided.block);
  });
});

describe('the faults of a link', () => {
  const named = (fault: Fault, index: number): NamedFault => ({ name: `${index}`, fault });
  const faults = (
    [
      { type: 'loss', percent: 1 },
      { type: 'loss', percent: 1, from: [0, 1], to: [2] },
      { type: 'equivocate', node: 1 },
      { type: 'skew', node: 1, ms: 1 },
      { type: 'withhold-proposal', node: 1, to: [3] },
      { type: 'delay', ms: 1, to: [2] },
    ] satisfies Fault[]
  ).map(named);
  const namesOn = (from: number, to: number): readonly string[] =>
    faultsOnLink(faults, from, to).map(({ name }) => name);

  test('are those of both ends, in the order in which they began', () => {
    expect(namesOn(0, 2)).toEqual(['0', '1', '5']);
    expect(namesOn(1, 2)).toEqual(['0', '1', '2', '5']);
    expect(namesOn(1, 3)).toEqual(['0', '2', '4']);
    expect(namesOn(3, 0)).toEqual(['0']);
  });

  test('are of several partitions: nodes communicate when they are together in all', () => {
    const partitions = [
      named(
        {
          type: 'partition',
          groups: [
            [0, 1],
            [2, 3],
          ],
        },
        0,
      ),
      named({ type: 'partition', groups: [[0, 2], [1], [3]] }, 1),
      named({ type: 'partition', groups: [[0, 1, 2]] }, 2),
    ];
    expect([0, 1, 2, 3].map((node) => areApart(partitions, 0, node))).toEqual([false, true, true, true]);
    const [first] = partitions;
    expect([0, 1, 2, 3].map((node) => areApart([first as NamedFault], 0, node))).toEqual([false, false, true, true]);
  });
});
