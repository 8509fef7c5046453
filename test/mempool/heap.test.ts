import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap } from '../../src/mempool/heap.js';

const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('push' as const), item: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), item: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('removeFirst' as const), item: fc.constant(0) }) },
);

it('holds the items of a sorted list, in its order, after any pushes and removals', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
      const heap = new Heap<number>((a, b) => a < b);
      let list: number[] = [];
      for (const { type, item } of commands) {
        const chosen = type === 'removeFirst' ? (list[0] ?? -1) : item;
        if (type !== 'push') {
          heap.remove(chosen);
          list = list.filter((other) => other !== chosen);
        } else if (!list.includes(chosen)) {
          heap.push(chosen);
          list = [...list, chosen].sort((a, b) => a - b);
        }
        expect(heap.first).toBe(list[0]);
        expect([...heap.inOrder()]).toEqual(list);
      }
    }),
  );
});
