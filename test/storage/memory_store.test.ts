import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/storage/memory_store.js';
import { SortedTexts } from '../../src/storage/sorted_texts.js';
import { provesAStore } from './contract.js';

provesAStore('the memory store', async () => new MemoryStore());

describe('the sorted set of texts', () => {
  it('stays sorted while chunks split and empty', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1500, maxLength: 4000 }), (numbers) => {
        const texts = new SortedTexts();
        const model = new Set<string>();
        for (const [i, number] of numbers.entries()) {
          const text = String(number).padStart(5, '0');
          if (i % 3 === 2) {
            texts.remove(text);
            model.delete(text);
          } else {
            texts.add(text);
            model.add(text);
          }
        }
        const sorted = [...model].sort();
        expect(texts.range('', 'z', false, Number.POSITIVE_INFINITY)).toEqual(sorted);
        expect(texts.range('01000', '02000', true, 700)).toEqual(
          sorted
            .filter((text) => text >= '01000' && text < '02000')
            .reverse()
            .slice(0, 700),
        );
        for (const text of model) texts.remove(text);
        expect(texts.range('', 'z', true, 9)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
