/** Tests what `tx_search` and `block_search` find, rule by rule (consensus-rpc.md 9.3), and what they read. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BlockStore } from '../../../src/chain/block_store/block_store.js';
import { parseQuery } from '../../../src/chain/query/parse_query.js';
import { type ChainSearch, createSearch } from '../../../src/chain/search/search.js';
import type { SearchSource } from '../../../src/chain/search/source.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { aBlockStore, anEvent, BlockStoreKit, type HeightDraft } from './block_store_kit.js';

const hashOf = (text: string): string => toUpperHex(sha256(utf8(text)));

/** Heights 1 to 4. */
const CHAIN: readonly HeightDraft[] = [
  { events: [anEvent('mint', [['amount', '10']])], txs: [] },
  {
    events: [anEvent('mint', [['amount', '20']]), anEvent('burn', [['by', 'al']])],
    txs: [
      {
        text: 'pay',
        events: [
          anEvent('message', [['sender', 'al']]),
          anEvent('transfer', [
            ['recipient', 'bob'],
            ['amount', '8atom'],
            ['memo?', 'hidden'],
          ]),
        ],
      },
      {
        text: 'count',
        events: [anEvent('a', [['n', '5']]), anEvent('a', [['n', '5.0']]), anEvent('a', [['s', 'x/y']])],
      },
    ],
  },
  { events: [], txs: [{ text: 'quiet', events: [] }] },
  {
    events: [anEvent('mint', [['amount', '9']])],
    txs: [{ text: 'pay again', events: [anEvent('message', [['sender', 'al']]), anEvent('a', [['n', '100']])] }],
  },
];

let blockStore: BlockStore;
let search: ChainSearch;
beforeAll(async () => {
  blockStore = await aBlockStore(CHAIN);
  search = createSearch(blockStore);
});

const textsFound = (query: string, sameEvent = true, order: 'asc' | 'desc' = 'asc'): string[] => {
  const { total, load } = search.txs({ query: parseQuery(query), order, sameEvent });
  return load(0, total).map(({ tx }) => new TextDecoder().decode(tx));
};
const heightsFound = (query: string, sameEvent = true): number[] => {
  const { total, load } = search.blocks({ query: parseQuery(query), order: 'desc', sameEvent });
  return load(0, total).map(({ block }) => Number(block.header.height));
};

describe('a search of transactions', () => {
  it.each<[string, string[]]>([
    ["message.sender = 'al'", ['pay', 'pay again']],
    ["transfer.memo = 'hidden'", []],
    ['a.n = 5', ['count']],
    ["a.n = '5'", ['count']],
    ["transfer.amount = '8'", []],
    ['transfer.amount > 1', []],
    ['a.n >= 5', ['count', 'pay again']],
    ['a.n > 5', ['pay again']],
    ['a.n >= 5 AND a.n > 5', ['count', 'pay again']],
    ['a.n > 200 AND a.n > 5', ['pay again']],
    ['a.n > 5 AND a.n < DATE 2020-01-01', []],
    ['a.n EXISTS AND tx.height = 0', ['count', 'pay again']],
    ["transfer.amount CONTAINS 'atom'", ['pay']],
    ['transfer.amount EXISTS', ['pay']],
    ['transfer EXISTS', []],
    ["a.s = 'x'", []],
    ['tx.height = 2', ['pay', 'count']],
    ["tx.height = '2'", ['pay', 'count']],
    ['tx.height = 2 AND tx.height = 3', ['pay', 'count']],
    ['tx.height = 2 AND tx.height > 2', ['quiet', 'pay again']],
    ['tx.height = 99', []],
    ["message.sender = 'al' AND tx.height = 4", ['pay again']],
    ["message.sender = 'al' AND tx.height < 4", ['pay']],
    ["message.sender = 'al' AND tx.height > 0 AND tx.height <= 3", ['pay']],
    ["tm.event = 'Tx' AND message.sender = 'al'", ['pay', 'pay again']],
    ["tm.event = 'Tx' AND tx.height = 3", ['quiet']],
    ["tm.event = 'Tx'", []],
    ["tm.event = 'NewBlock' AND message.sender = 'al'", []],
    [`tx.hash = '${hashOf('pay')}'`, ['pay']],
    [`message.sender = 'nobody' AND tx.hash = '${hashOf('pay').toLowerCase()}'`, ['pay']],
    [`tx.hash = '${hashOf('never sent')}'`, []],
  ])('finds the transactions that match %s', (query, found) => {
    expect(textsFound(query)).toEqual(found);
  });

  it('requires by default that one event meets all conditions', () => {
    const query = "message.sender = 'al' AND transfer.recipient = 'bob'";
    expect(textsFound(query)).toEqual([]);
    expect(textsFound(query, false)).toEqual(['pay']);
    expect(textsFound("transfer.amount = '8atom' AND transfer.recipient = 'bob'")).toEqual(['pay']);
  });

  it('runs backward on request, within a height too', () => {
    expect(textsFound('tx.height > 0', true, 'desc')).toEqual(['pay again', 'quiet', 'count', 'pay']);
  });

  it.each([
    ["tx.hash = 'xyz'", "error during searching for a hash in the query: encoding/hex: invalid byte: U+0078 'x'"],
    ['tx.hash = 123', 'error during searching for a hash in the query: encoding/hex: odd length hex string'],
    ["tx.hash = ''", 'error while retrieving the result: transaction hash cannot be empty'],
    ['tx.hash EXISTS AND a.n = 5', 'error while retrieving the result: transaction hash cannot be empty'],
  ])('reports what is wrong with a hash: %s', (query, message) => {
    expect(() => textsFound(query)).toThrow(new HalleyError('invalid-argument', message));
  });

  it('loads a page at a time, and nothing after the end', () => {
    const { total, load } = search.txs({ query: parseQuery('tx.height > 0'), order: 'asc', sameEvent: true });
    expect(total).toBe(4);
    expect(load(1, 2).map(({ height, index }) => [height, index])).toEqual([
      [2n, 1],
      [3n, 0],
    ]);
    expect(load(3, 30)).toHaveLength(1);
    expect(load(4, 30)).toEqual([]);
  });

  it('refuses queries that the parser did not make', () => {
    const foreign = { text: 'a = 1', matches: () => true };
    expect(() => search.txs({ query: foreign, order: 'asc', sameEvent: true })).toThrow('was not made by parseQuery');
  });
});

describe('a search of blocks', () => {
  it.each<[string, number[]]>([
    ['mint.amount > 9', [2, 1]],
    ['block.height = 3', [3]],
    ['block.height = 9', []],
    ['block.height > 2', [4, 3]],
    ['mint.amount EXISTS AND block.height < 4', [2, 1]],
    ["tm.event = 'NewBlock' AND mint.amount = 9", [4]],
    ["message.sender = 'al'", []],
    ['tx.height = 2', []],
    ['block.height EXISTS', []],
  ])('finds the blocks that match %s', (query, found) => {
    expect(heightsFound(query)).toEqual(found);
  });

  it('requires by default that one event meets all conditions', () => {
    expect(heightsFound("mint.amount = 20 AND burn.by = 'al'")).toEqual([]);
    expect(heightsFound("mint.amount = 20 AND burn.by = 'al'", false)).toEqual([2]);
  });
});

describe('a transaction that was delivered twice', () => {
  it('is found once, at its last location', async () => {
    const again = { text: 'twice', events: [anEvent('a', [['n', '1']])] };
    const twice = createSearch(
      await aBlockStore([
        { events: [], txs: [again] },
        { events: [], txs: [again] },
      ]),
    );
    for (const text of ['a.n = 1', 'tx.height > 0', 'tx.height = 1', `tx.hash = '${hashOf('twice')}'`]) {
      const { total, load } = twice.txs({ query: parseQuery(text), order: 'asc', sameEvent: true });
      expect([total, load(0, 9).map(({ height }) => height)], text).toEqual([1, [2n]]);
    }
  });
});

/** Records the heights whose results are scanned, in order. */
function watched(source: SearchSource): { readonly source: SearchSource; readonly scanned: bigint[] } {
  const scanned: bigint[] = [];
  const scanResults = (height: bigint) => {
    scanned.push(height);
    return source.scanResults(height);
  };
  const proxy = new Proxy(source, {
    get: (target, name) => {
      if (name === 'scanResults') return scanResults;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { source: proxy, scanned };
}

const upTo = (from: number, to: number): bigint[] => Array.from({ length: to - from + 1 }, (_, i) => BigInt(from + i));

const aCount = (n: number): HeightDraft => ({
  events: [],
  txs: [{ text: `tx ${n}`, events: [anEvent('a', [['n', `${n}`]])] }],
});

describe('the index', () => {
  const count = (from: ChainSearch, text: string): number =>
    from.txs({ query: parseQuery(text), order: 'asc', sameEvent: true }).total;

  it('reads nothing for a hash, for one height, or for heights of blocks', () => {
    const { source, scanned } = watched(blockStore);
    const lazy = createSearch(source);
    expect(count(lazy, 'tx.height = 2')).toBe(2);
    expect(count(lazy, `tx.hash = '${hashOf('pay')}'`)).toBe(1);
    const heights = { query: parseQuery('block.height > 1'), order: 'asc', sameEvent: true } as const;
    expect(lazy.blocks(heights).total).toBe(3);
    expect(scanned).toEqual([]);
  });

  it('reads each height once', async () => {
    const kit = new BlockStoreKit();
    for (let n = 1; n <= 100; n++) await kit.commit(aCount(n));
    const { source, scanned } = watched(kit.blockStore);
    const own = createSearch(source);
    expect(count(own, 'a.n > 50')).toBe(50);
    expect(count(own, 'a.n <= 50')).toBe(50);
    await kit.commit(aCount(101));
    expect(count(own, 'a.n > 50')).toBe(51);
    expect(scanned).toEqual(upTo(1, 101));
  });

  it('drops the heights that a revert removed, and reads few again', async () => {
    const kit = new BlockStoreKit();
    for (let n = 1; n <= 200; n++) await kit.commit(aCount(n));
    const mark = kit.mark();
    for (let n = 201; n <= 250; n++) await kit.commit(aCount(n));
    const { source, scanned } = watched(kit.blockStore);
    const own = createSearch(source);
    expect(count(own, 'a.n EXISTS')).toBe(250);
    await kit.revert(mark);
    expect(count(own, 'a.n EXISTS')).toBe(200);
    expect(scanned).toEqual([...upTo(1, 250), ...upTo(193, 200)]);
    for (let n = 201; n <= 250; n++) await kit.commit(aCount(n + 1000));
    expect(count(own, 'a.n > 1000')).toBe(50);
    expect(count(own, 'a.n < 1000')).toBe(200);
    expect(scanned.slice(258)).toEqual(upTo(201, 250));
  });

  it('forgets repeated deliveries of reverted heights', async () => {
    const kit = new BlockStoreKit();
    const twice = { text: 'twice', events: [anEvent('a', [['twice', '1']])] };
    const aHeight = (n: number): HeightDraft => (n === 10 || n === 70 ? { events: [], txs: [twice] } : aCount(n));
    for (let n = 1; n <= 66; n++) await kit.commit(aHeight(n));
    const mark = kit.mark();
    for (let n = 67; n <= 72; n++) await kit.commit(aHeight(n));
    const own = createSearch(kit.blockStore);
    const heights = (): readonly bigint[] =>
      own
        .txs({ query: parseQuery('a.twice = 1'), order: 'asc', sameEvent: true })
        .load(0, 9)
        .map(({ height }) => height);
    expect(heights()).toEqual([70n]);
    await kit.revert(mark);
    // The place of the second delivery is that of another transaction now.
    for (let n = 67; n <= 72; n++) await kit.commit(aCount(n + 1000));
    const found = own.txs({ query: parseQuery('a.twice = 1'), order: 'asc', sameEvent: true });
    expect(found.total).toBe(1);
    expect(heights()).not.toEqual([70n]);
  });

  it('forgets the numbers of reverted values', async () => {
    const kit = new BlockStoreKit();
    for (let n = 1; n <= 66; n++) await kit.commit(aCount(n));
    const mark = kit.mark();
    for (let n = 67; n <= 72; n++) await kit.commit(aCount(n));
    const own = createSearch(kit.blockStore);
    expect(count(own, 'a.n > 0')).toBe(72);
    await kit.revert(mark);
    for (let n = 67; n <= 72; n++) await kit.commit(aCount(n + 1000));
    expect(count(own, 'a.n > 66 AND a.n < 1000')).toBe(0);
    expect(count(own, 'a.n >= 1067')).toBe(6);
    expect(count(own, 'a.n < 1069')).toBe(68);
  });

  it('detects another chain of the same height', async () => {
    const kit = new BlockStoreKit();
    const mark = kit.mark();
    await kit.commit(aCount(1));
    const own = createSearch(kit.blockStore);
    expect(count(own, 'a.n = 1')).toBe(1);
    await kit.revert(mark);
    await kit.commit(aCount(2));
    expect(count(own, 'a.n = 1')).toBe(0);
    expect(count(own, 'a.n = 2')).toBe(1);
  });
});
