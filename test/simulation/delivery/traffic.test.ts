import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NANOS_PER_MILLISECOND } from '../../../src/kernel/time.js';
import { pairOf } from '../../../src/simulation/delivery/pair.js';
import { Traffic } from '../../../src/simulation/delivery/traffic.js';
import type { Freight } from '../../../src/simulation/delivery/wire.js';

const freight = fc.array(
  fc.record<Freight>({
    channel: fc.constantFrom(0, 1, 2, 3),
    bytes: fc.integer({ min: 1, max: 100_000 }),
    counts: fc.constantFrom('vote', 'part', undefined),
  }),
  { minLength: 1, maxLength: 3 },
);
const deed = fc.record({
  wait: fc.integer({ min: 0, max: 130 }).map((ms) => BigInt(ms > 60 ? (ms - 60) ** 2 : ms)),
  node: fc.nat({ max: 3 }),
  other: fc.nat({ max: 2 }),
  freight,
  what: fc.constantFrom(
    'broadcast',
    'broadcast',
    'broadcast',
    'broadcast',
    'send',
    'look',
    'open',
    'cut',
    'revert',
    'grow',
  ),
});

test('a broadcast counts as its messages do, one by one', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 300, size: 'max' }), (deeds) => {
      const [together, each] = [new Traffic(4, 0n), new Traffic(4, 0n)];
      let connections: (bigint | undefined)[] = new Array(pairOf(0, 4)).fill(0n);
      let nodes = 4;
      let now = 0n;
      for (const { wait, node, other, freight, what } of deeds) {
        now += wait * NANOS_PER_MILLISECOND;
        const peer = other < node ? other : other + 1;
        const pair = pairOf(Math.min(node, peer), Math.max(node, peer));
        if (what === 'broadcast') {
          together.countBroadcast(node, nodes, connections, freight, now);
          for (let to = 0; to < nodes; to++)
            if (to !== node && connections[pairOf(Math.min(node, to), Math.max(node, to))] !== undefined)
              each.count(node, to, freight, now);
        } else if (what === 'look') expect(together.look(node, peer, now)).toEqual(each.look(node, peer, now));
        else if (what === 'cut') connections = connections.with(pair, undefined);
        else if (what === 'grow') nodes++;
        for (const traffic of [together, each]) {
          if (what === 'send') traffic.count(node, peer, freight, now);
          else if (what === 'open') traffic.open(Math.min(node, peer), Math.max(node, peer), now);
          else if (what === 'revert') traffic.restore(traffic.snapshot());
          else if (what === 'grow') traffic.grow(nodes);
        }
      }
      expect(together.snapshot()).toEqual(each.snapshot());
    }),
    { numRuns: 100 },
  );
});
