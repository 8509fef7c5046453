/** Compares the searches with their reference model, on chains that grow, revert and continue on another branch. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/chain/query/parse_query.js';
import { type ChainSearch, createSearch } from '../../../src/chain/search/search.js';
import { utf8 } from '../../../src/kernel/text.js';
import { draws } from '../../support/draws.js';
import { BlockStoreKit, type HeightDraft } from './block_store_kit.js';
import { type Condition, modelSearch, type Subject, textOf } from './reference_search.js';

const VALUES = ['', 'x', 'y', 'xy', 'x/y', '5', '05', '5.5', '-5', '+7', '100', '8atom', ' 6 ', '6', '1e2', '0'];

const attribute = fc.record({
  key: fc.constantFrom('k', 'n', 'm', ''),
  value: fc.constantFrom(...VALUES),
  index: fc.constantFrom(true, true, true, false),
});
const event = fc.record({
  type: fc.constantFrom('a', 'a', 'a', 'b', 'x.y', ''),
  attributes: fc.array(attribute, { maxLength: 4, size: 'max' }),
});
const events = fc.array(event, { minLength: 1, maxLength: 5, size: 'max' });
const tx = fc.record({ text: fc.integer({ min: 1, max: 30 }).map((i) => `tx ${i}`), events });
const height: fc.Arbitrary<HeightDraft> = fc.record({ events, txs: fc.array(tx, { maxLength: 4, size: 'max' }) });

const tag = fc.constantFrom('a.k', 'a.n', 'a.m', 'a.k', 'a.n', 'b.k', 'x.y.k', 'a', 'tx.height', 'block.height');
const number = fc.constantFrom('0', '1', '2', '3', '5', '05', '5.5', '6', '6.0', '100');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ tag, op: fc.constant('=' as const), value: number, quoted: fc.boolean() }),
  fc.record({ tag, op: fc.constant('=' as const), value: fc.constantFrom(...VALUES), quoted: fc.constant(true) }),
  fc.record({
    tag,
    op: fc.constant('CONTAINS' as const),
    value: fc.constantFrom('', 'x', '5', ' ', '/'),
    quoted: fc.constant(true),
  }),
  fc.record({ tag, op: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const), value: number }),
  fc.record({ tag, op: fc.constant('EXISTS' as const) }),
  fc.constantFrom(
    { tag: 'tm.event', op: '=' as const, value: 'Tx', quoted: true },
    { tag: 'tm.event', op: '=' as const, value: 'NewBlock', quoted: true },
  ),
);
const question = fc.record({
  conditions: fc.array(condition, { minLength: 1, maxLength: 3, size: 'max' }),
  subject: fc.constantFrom<Subject>('tx', 'block'),
  sameEvent: fc.boolean(),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  perPage: fc.integer({ min: 1, max: 5 }),
});

type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

/** Returns everything that is found, a page at a time. */
function found(
  search: ChainSearch,
  { conditions, subject, sameEvent, order, perPage }: Question,
): (readonly number[])[] {
  const request = { query: parseQuery(conditions.map(textOf).join(' AND ')), order, sameEvent };
  const pages = <T>({ total, load }: { total: number; load: (from: number, count: number) => readonly T[] }): T[] =>
    Array.from({ length: Math.ceil(total / perPage) }, (_, page) => load(page * perPage, perPage)).flat();
  if (subject === 'tx') return pages(search.txs(request)).map((l) => [Number(l.height), l.index]);
  return pages(search.blocks(request)).map((s) => [Number(s.block.header.height), 0]);
}

function expected(
  heights: readonly HeightDraft[],
  { conditions, subject, sameEvent, order }: Question,
): (readonly number[])[] {
  const rising = modelSearch(heights, conditions, subject, sameEvent);
  return order === 'asc' ? rising : rising.toReversed();
}

describe('a search', () => {
  it('finds what its reference model finds, whatever the events are', async () => {
    let hits = 0;
    const chains = fc.array(height, { minLength: 2, maxLength: 7, size: 'max' });
    await fc.assert(
      fc.asyncProperty(chains, fc.array(question, { minLength: 20, maxLength: 20 }), async (heights, questions) => {
        const kit = new BlockStoreKit();
        for (const draft of heights) await kit.commit(draft);
        const search = createSearch(kit.blockStore);
        for (const asked of questions) {
          const wanted = expected(heights, asked);
          hits += wanted.length;
          expect(found(search, asked)).toEqual(wanted);
        }
      }),
      { numRuns: draws(150) },
    );
    expect(hits).toBeGreaterThan(100);
  });

  it('follows a chain that grows, reverts and continues on another branch', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ type: fc.constant('commit' as const), draft: height }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('revert' as const), to: fc.nat() }) },
      { weight: 3, arbitrary: fc.record({ type: fc.constant('ask' as const), asked: question }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        const kit = new BlockStoreKit();
        const search = createSearch(kit.blockStore);
        const marks = [kit.mark()];
        const heights: HeightDraft[] = [];
        for (const [count, each] of steps.entries()) {
          switch (each.type) {
            case 'commit': {
              // Each transaction occurs on one branch only: the block store drops its earlier location.
              const txs = each.draft.txs.map(({ text, events }) => ({ text: `${text} of step ${count}`, events }));
              heights.push({ events: each.draft.events, txs });
              await kit.commit({ events: each.draft.events, txs }, utf8(`step ${count}`));
              marks.push(kit.mark());
              break;
            }
            case 'revert': {
              const at = each.to % marks.length;
              marks.length = at + 1;
              heights.length = at;
              await kit.revert(marks[at] as (typeof marks)[number]);
              break;
            }
            case 'ask':
              expect(found(search, each.asked)).toEqual(expected(heights, each.asked));
              break;
          }
        }
      }),
      { numRuns: draws(150) },
    );
  });
});
