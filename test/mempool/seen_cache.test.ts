import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Journal } from '../../src/mempool/journal.js';
import type { PoolDeps } from '../../src/mempool/pool_deps.js';
import { PoolIndex } from '../../src/mempool/pool_index.js';
import { SeenCache } from '../../src/mempool/seen_cache.js';

const LIMIT = 3;
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const key = fc.constantFrom(...KEYS);
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('push' as const), key }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('clear' as const), key }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restore' as const), key }) },
);

it('remembers the same hashes as a list with a limit, even after a restore', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 5, maxLength: 40, size: 'max' }), (commands) => {
      const journal = new Journal<PoolDeps>();
      const cache = new SeenCache(LIMIT, journal);
      let list: string[] = [];
      for (const k of KEYS) cache.push(k);
      list = KEYS.slice(-LIMIT);
      const mark = journal.mark();
      const retained = list;
      for (const { type, key: k } of commands) {
        if (type === 'push') {
          expect(cache.push(k)).toBe(!list.includes(k));
          list = [...list.filter((other) => other !== k), k].slice(-LIMIT);
        } else if (type === 'delete') {
          cache.delete(k);
          list = list.filter((other) => other !== k);
        } else if (type === 'clear') {
          cache.clear();
          list = [];
        } else {
          journal.rewind(mark, { index: new PoolIndex(journal, 'fees'), seen: cache });
          list = retained;
        }
        expect(KEYS.filter((other) => cache.has(other))).toEqual(KEYS.filter((other) => list.includes(other)));
      }
    }),
    { numRuns: 300 },
  );
});
