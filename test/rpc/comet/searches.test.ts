/** Tests `tx_search` and `block_search` (consensus-rpc.md 4.2, 4.4): how they query the index, and what they return. */
import { describe, expect, it } from 'vitest';
import { rootOfProof } from '../../../src/codec/merkle/index.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { aHandler, get, post } from './calls.js';

type ProtocolHandler = Parameters<typeof get>[0];
const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Searches for transactions. `search` is the part of the query string after `query=`. */
const txSearch = async (handler: ProtocolHandler, search: string) =>
  (await get(handler, `/tx_search?query=${search}`)).json;
const blockSearch = async (handler: ProtocolHandler, search: string) =>
  (await get(handler, `/block_search?query=${search}`)).json;

/** Returns the heights and indexes of the transactions found. */
const places = ({ result }: Awaited<ReturnType<typeof txSearch>>): string[] =>
  result.txs.map((tx: { height: string; index: number }) => `${tx.height}/${tx.index}`);
const heights = ({ result }: Awaited<ReturnType<typeof blockSearch>>): string[] =>
  result.blocks.map((found: { block: { header: { height: string } } }) => found.block.header.height);

describe('a search for transactions', () => {
  it('finds them oldest first, or newest first, and counts them all', async () => {
    const { handler } = aHandler();
    const found = await txSearch(handler, '"tx.height>0"');
    expect(places(found)).toEqual(['2/0', '2/1', '2/2', '4/0']);
    expect(found.result.total_count).toBe('4');
    expect(places(await txSearch(handler, '"tx.height>0"&order_by="desc"'))).toEqual(['4/0', '2/2', '2/1', '2/0']);
    expect(places(await txSearch(handler, '"tx.height>0"&order_by="asc"'))).toEqual(['2/0', '2/1', '2/2', '4/0']);
    expect((await txSearch(handler, '"tx.height=9"')).result).toEqual({ txs: [], total_count: '0' });
  });

  it('shows a transaction as the route tx does', async () => {
    const { handler } = aHandler();
    const hash = toUpperHex(txHash(utf8('fail=yes')));
    for (const prove of [false, true]) {
      const found = await txSearch(handler, `"app.key='fail'"&prove=${prove}`);
      expect(found.result.txs).toEqual([(await get(handler, `/tx?hash=0x${hash}&prove=${prove}`)).json.result]);
    }
  });

  it('proves each of them on request', async () => {
    const { handler, chain } = aHandler();
    const found = await txSearch(handler, '"tx.height=2"&prove=true');
    const dataHash = chain.block(2n)?.block.header.dataHash ?? utf8('');
    for (const { proof, index } of found.result.txs) {
      const { total, leaf_hash, aunts } = proof.proof;
      const root = rootOfProof({ total: Number(total), index, leafHash: bytes(leaf_hash), aunts: aunts.map(bytes) });
      expect(root).toEqual(dataHash);
      expect(fromHex(proof.root_hash)).toEqual(dataHash);
    }
    const [alone] = (await txSearch(handler, '"tx.height=4"&prove=true')).result.txs;
    expect(alone.proof.proof.aunts).toEqual([]);
    expect((await txSearch(handler, '"tx.height=4"')).result.txs[0]).not.toHaveProperty('proof');
  });

  it('is divided into pages', async () => {
    const { handler } = aHandler();
    const page = async (rest: string) => places(await txSearch(handler, `"tx.height>0"&${rest}`));
    expect(await page('per_page=3')).toEqual(['2/0', '2/1', '2/2']);
    expect(await page('per_page=3&page=2')).toEqual(['4/0']);
    expect(await page('per_page=0')).toHaveLength(4);
    expect((await txSearch(handler, '"tx.height>0"&per_page=3&page=3')).error.data).toBe(
      'page should be within [1, 2] range, given 3',
    );
    expect((await txSearch(handler, '"tx.height=9"&page=2')).error.data).toBe(
      'page should be within [1, 1] range, given 2',
    );
  });

  it('loads no more than its page', async () => {
    const { handler, chain } = aHandler();
    const loaded: number[] = [];
    const search = chain.searchTxs.bind(chain);
    chain.searchTxs = (request) => {
      const matches = search(request);
      return { ...matches, load: (from, count) => matches.load(from, loaded.push(count) && count) };
    };
    for (const perPage of ['', '&per_page=2', '&per_page=500']) await txSearch(handler, `"tx.height>0"${perPage}`);
    expect(loaded).toEqual([30, 2, 100]);
  });

  it.each([
    ['"nonsense"', 'offset 8: EOF'],
    ['', 'offset 0: EOF'],
    [`"a='${'é'.repeat(255)}'"`, 'maximum query length exceeded'],
    ['"tx.height>0"&order_by="sideways"', 'expected order_by to be either `asc` or `desc` or empty'],
    ['"tx.height>0"&order_by="sideways"&page=9', 'expected order_by to be either `asc` or `desc` or empty'],
    ['"nonsense"&order_by="sideways"', 'offset 8: EOF'],
  ])('%s is refused', async (search, data) => {
    expect((await txSearch(aHandler().handler, search)).error.data).toBe(data);
  });

  it('that the index refuses is refused before its order is checked', async () => {
    const { handler, chain } = aHandler();
    chain.searchTxs = () => {
      throw new HalleyError('invalid-argument', 'error during searching for a hash in the query: x');
    };
    expect((await txSearch(handler, `"tx.hash='x'"&order_by="sideways"`)).error.data).toBe(
      'error during searching for a hash in the query: x',
    );
  });

  it('takes all its arguments by position', async () => {
    const { handler } = aHandler();
    const params = ['tx.height>0', false, '2', '3', 'desc'];
    const found = await post(handler, { id: 1, method: 'tx_search', params });
    expect(places(found.json)).toEqual(['2/0']);
    expect((await post(handler, { id: 1, method: 'tx_search', params: params.slice(0, 4) })).json.error.data).toMatch(
      /^error converting json params to arguments: expected 5 parameters \(\[query prove page per_page order_by\]\), got 4 /,
    );
  });
});

describe('a search for blocks', () => {
  it('finds them newest first, or oldest first', async () => {
    const { handler } = aHandler();
    expect(heights(await blockSearch(handler, '"block.height>2"'))).toEqual(['5', '4', '3']);
    expect(heights(await blockSearch(handler, '"block.height>2"&order_by="asc"'))).toEqual(['3', '4', '5']);
    expect(heights(await blockSearch(handler, '"block.height>2"&per_page=2&page=2'))).toEqual(['3']);
    expect((await blockSearch(handler, '"block.height>99"')).result).toEqual({ blocks: [], total_count: '0' });
  });

  it('shows a block as the route block does', async () => {
    const { handler } = aHandler();
    expect((await blockSearch(handler, '"block.height=3"')).result.blocks).toEqual([
      (await get(handler, '/block?height=3')).json.result,
    ]);
  });

  it.each([
    ['"nonsense"', 'offset 8: EOF'],
    ['"block.height>0"&order_by="sideways"', 'expected order_by to be either `asc` or `desc` or empty'],
    ['"block.height>0"&page=0', 'page should be within [1, 1] range, given 0'],
  ])('%s is refused', async (search, data) => {
    expect((await blockSearch(aHandler().handler, search)).error.data).toBe(data);
  });

  it('has no limit on the length of its query', async () => {
    const { handler } = aHandler();
    expect((await blockSearch(handler, `"a='${'x'.repeat(600)}'"`)).result.blocks).toEqual([]);
  });
});

describe('the conditions of a search', () => {
  const asked = async (prefix: string, rest = '') => {
    const { handler, chain } = aHandler();
    await get(handler, `${prefix}/tx_search?query="tx.height>0"${rest}`);
    await get(handler, `${prefix}/block_search?query="block.height>0"${rest}`);
    return chain.searches.map(({ sameEvent }) => sameEvent);
  };

  it('must match within one event since 0.37, and before only when match_events is true', async () => {
    expect(await asked('/v0.37')).toEqual([true, true]);
    expect(await asked('/v0.38', '&match_events=false')).toEqual([true, true]);
    expect(await asked('/v0.34')).toEqual([false, false]);
    expect(await asked('/v0.34', '&match_events=true')).toEqual([true, true]);
  });
});
