/** Tests part sets: splitting, collecting in any order, and parts that do not belong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merkleRoot } from '../../../src/codec/merkle/index.js';
import {
  addPart,
  assemble,
  BLOCK_PART_SIZE,
  emptyPartSet,
  isComplete,
  type Part,
  type PartSet,
  partSetOf,
} from '../../../src/consensus/types/part_set.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';

/** Makes bytes in which every part differs. */
const blockOf = (size: number) => new Uint8Array(size).map((_, i) => (i >>> 8) + i);
const partsOf = (set: PartSet): readonly Part[] => set.parts.filter((part) => part !== undefined);

function add(set: PartSet, part: Part): PartSet {
  const added = addPart(set, part);
  if ('error' in added) throw new Error(added.error);
  return added.set;
}

const errorOf = (set: PartSet, part: Part) => {
  const added = addPart(set, part);
  return 'error' in added ? added.error : undefined;
};

describe('a part set', () => {
  it.each([1, 100, BLOCK_PART_SIZE - 1, BLOCK_PART_SIZE, BLOCK_PART_SIZE + 1, 3 * BLOCK_PART_SIZE])(
    'of %i bytes has equal parts except the last, and a tree over them',
    (size) => {
      const bytes = blockOf(size);
      const set = partSetOf(bytes);
      const slices = partsOf(set).map((part) => part.bytes);
      expect(set.header.total).toBe(Math.ceil(size / BLOCK_PART_SIZE));
      expect(slices.slice(0, -1).every((slice) => slice.length === BLOCK_PART_SIZE)).toBe(true);
      expect(slices.reduce((sum, slice) => sum + slice.length, 0)).toBe(size);
      expect(set.header.hash).toEqual(merkleRoot(slices));
      expect([isComplete(set), set.count, set.byteSize]).toEqual([true, set.header.total, size]);
      expect(equalBytes(assemble(set), bytes)).toBe(true);
    },
  );

  it('is collected in any order, with repetitions, and leaves earlier sets unchanged', () => {
    const bytes = blockOf(3 * BLOCK_PART_SIZE + 17);
    const whole = partSetOf(bytes);
    const orders = fc.array(fc.constantFrom(...partsOf(whole)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(orders, (order) => {
        const empty = emptyPartSet(whole.header);
        const set = order.reduce(add, empty);
        const distinct = new Set(order.map((part) => part.index));
        expect(set.count).toBe(distinct.size);
        expect(isComplete(set)).toBe(distinct.size === 4);
        expect(set.byteSize).toBe(partsOf(set).reduce((sum, part) => sum + part.bytes.length, 0));
        expect([empty.count, partsOf(empty).length]).toEqual([0, 0]);
        if (isComplete(set)) expect(equalBytes(assemble(set), bytes)).toBe(true);
        else expect(() => assemble(set)).toThrow(InvariantViolation);
      }),
      { numRuns: 40 },
    );
  });

  it('stays the same object when a part is repeated', () => {
    const whole = partSetOf(blockOf(10));
    const [part] = partsOf(whole);
    if (part === undefined) throw new Error('no part');
    expect(addPart(whole, part)).toEqual({ set: whole });
    expect(add(whole, part)).toBe(whole);
  });

  it('refuses parts of another block, another place or another size', () => {
    const whole = partSetOf(blockOf(2 * BLOCK_PART_SIZE + 5));
    const [first, second, last] = partsOf(whole);
    if (first === undefined || second === undefined || last === undefined) throw new Error('no parts');
    const empty = emptyPartSet(whole.header);
    const [foreign] = partsOf(partSetOf(new Uint8Array(2 * BLOCK_PART_SIZE + 5)));
    expect(foreign && errorOf(empty, foreign)).toBe('part 0 of 3 has a wrong proof');
    expect(errorOf(empty, { ...first, index: 3 })).toBe('part 3 of a block with 3 parts');
    expect(errorOf(empty, { ...first, index: 0.5 })).toBe('part 0.5 of a block with 3 parts');
    expect(errorOf(empty, { ...first, index: -1 })).toBe('part -1 of a block with 3 parts');
    expect(errorOf(empty, { ...first, proof: second.proof })).toBe('part 0 of 3 has a proof for part 1 of 3');
    expect(errorOf(empty, { ...first, proof: { ...first.proof, total: 4 } })).toContain('for part 0 of 4');
    expect(errorOf(empty, { ...first, bytes: first.bytes.slice(1) })).toBe(
      'part 0 of 3 has 65535 bytes, expected 65536',
    );
    expect(errorOf(empty, { ...last, bytes: new Uint8Array(65_537) })).toBe('last part has 65537 bytes, at most 65536');
    expect(errorOf(empty, { ...last, bytes: last.bytes.with(0, 99) })).toBe('part 2 of 3 has a wrong proof');
  });
});
