/** Compares persistent arrays with a plain list that is copied at each change. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areEqualSlots,
  emptySlots,
  listOfSlots,
  mapSlots,
  type PersistentArray,
  slotAt,
  withSlot,
} from '../../../src/consensus/tally/persistent_array.js';

const lengths = fc.integer({ min: 1, max: 70 });

test('a persistent array equals a list after each change, and earlier versions stay unchanged', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(1000), { maxLength: 80 }), (length, values) => {
      let slots: PersistentArray<number> = emptySlots(length);
      let list: (number | undefined)[] = new Array(length).fill(undefined);
      const earlier: [PersistentArray<number>, readonly (number | undefined)[]][] = [];
      for (const value of values) {
        earlier.push([slots, list]);
        slots = withSlot(slots, value % length, value);
        list = list.with(value % length, value);
        expect(slotAt(slots, value % length)).toBe(value);
      }
      for (const [then, listThen] of [...earlier, [slots, list] as const]) expect(listOfSlots(then)).toEqual(listThen);
      expect(slotAt(slots, length)).toBeUndefined();
      expect(slotAt(slots, -1)).toBeUndefined();
      expect(listOfSlots(mapSlots(slots, (value) => value + 1))).toEqual(
        list.map((value) => (value === undefined ? undefined : value + 1)),
      );
    }),
  );
});

test('two persistent arrays are equal when they hold the same values, whatever the order of changes', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(), (length, a, b) => {
      const [first, second] = [a % length, b % length];
      const there = withSlot(withSlot<number>(emptySlots(length), first, 1), second, 2);
      const other = withSlot<number>(emptySlots(length), second, 2);
      expect(areEqualSlots(there, first === second ? other : withSlot(other, first, 1))).toBe(true);
      expect(areEqualSlots(there, withSlot(there, first, 3))).toBe(false);
      expect(areEqualSlots(other, withSlot(other, first, 3))).toBe(false);
    }),
  );
});
