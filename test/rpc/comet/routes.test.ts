/**
 * Tests each route by itself: heights, pages, transactions, genesis (consensus-rpc.md 4). The examples of the routes
 * run on a live chain (test/live).
 */
import { describe, expect, it } from 'vitest';
import { txHash } from '../../../src/codec/tx_hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import type { Route } from '../../../src/rpc/comet/route.js';
import { COMET_ROUTES } from '../../../src/rpc/comet/routes/index.generated.js';
import { pageSize } from '../../../src/rpc/comet/routes/shared/search.js';
import { aHandler, get, post } from './calls.js';
import { FixtureChain } from './fixture.js';

const routes: readonly Route[] = COMET_ROUTES;
const dataOf = async (handler: Parameters<typeof get>[0], target: string): Promise<string> =>
  (await get(handler, target)).json.error.data;

describe('every route', () => {
  it('has a name in alphabetical order and a sentence for the docs', () => {
    const names = routes.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    for (const { summary } of routes) expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});

describe('heights', () => {
  const { handler, chain } = aHandler();
  chain.lowest = 3n;

  it('are refused below the lowest stored one and above the latest', async () => {
    for (const route of ['block', 'header', 'commit', 'block_results'])
      expect(await dataOf(handler, `/${route}?height=6`)).toBe(
        'height 6 must be less than or equal to the current blockchain height 5',
      );
    for (const route of ['block', 'header', 'commit', 'block_results', 'validators', 'consensus_params'])
      expect(await dataOf(handler, `/${route}?height=2`)).toBe('height 2 is not available, lowest height is 3');
  });

  it('of validators and parameters reach one height further', async () => {
    for (const route of ['validators', 'consensus_params']) {
      expect((await get(handler, `/${route}`)).json.result.block_height).toBe('6');
      expect((await get(handler, `/${route}?height=6`)).json.result.block_height).toBe('6');
      expect(await dataOf(handler, `/${route}?height=7`)).toBe(
        'height 7 must be less than or equal to the current blockchain height 6',
      );
    }
  });

  it('are in the status', async () => {
    const { sync_info } = (await get(handler, '/status')).json.result;
    expect(sync_info).toMatchObject({ earliest_block_height: '3', latest_block_height: '5' });
  });
});

describe('before the first block', () => {
  const { handler } = aHandler({}, new FixtureChain());

  it('the status is empty', async () => {
    expect((await get(handler, '/status')).json.result.sync_info).toEqual({
      latest_block_hash: '',
      latest_app_hash: '',
      latest_block_height: '0',
      latest_block_time: '1970-01-01T00:00:00Z',
      earliest_block_hash: '',
      earliest_app_hash: '',
      earliest_block_height: '0',
      earliest_block_time: '1970-01-01T00:00:00Z',
      catching_up: false,
    });
  });

  it('there are no blocks to return', async () => {
    expect(await dataOf(handler, '/blockchain')).toBe("min height 1 can't be greater than max height 0");
    expect((await get(handler, '/block')).json.result.block).toBeNull();
    expect((await get(handler, '/header')).json.result).toEqual({ header: null });
    expect((await get(handler, '/commit')).json.result).toBeNull();
    expect(await dataOf(handler, '/block_results')).toBe('could not find results for height #0');
  });
});

describe('blockchain', () => {
  it('returns at most twenty blocks, and only stored ones', async () => {
    const { handler, chain } = aHandler();
    while (chain.height() < 30n) chain.mine();
    const heights = async (query: string): Promise<number[]> =>
      (await get(handler, `/blockchain?${query}`)).json.result.block_metas.map((meta: { header: { height: string } }) =>
        Number(meta.header.height),
      );
    const span = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
    expect(await heights('')).toEqual(span(30, 11));
    expect(await heights('minHeight=1&maxHeight=99')).toEqual(span(30, 11));
    expect(await heights('minHeight=2&maxHeight=4')).toEqual([4, 3, 2]);
    expect(await heights('maxHeight=3')).toEqual([3, 2, 1]);
    chain.lowest = 3n;
    expect(await heights('maxHeight=5')).toEqual([5, 4, 3]);
    expect(await dataOf(handler, '/blockchain?minHeight=31&maxHeight=10')).toBe(
      "min height 31 can't be greater than max height 10",
    );
    expect(await dataOf(handler, '/blockchain?minHeight=-1')).toBe('heights must be non-negative');
  });
});

describe('pages of validators', () => {
  it('are corrected or refused', async () => {
    const { handler } = aHandler();
    const counts = async (query: string) => (await get(handler, `/validators?height=1&${query}`)).json.result?.count;
    expect(await counts('per_page=0')).toBe('4');
    expect(await counts('per_page=-5')).toBe('4');
    expect(await counts('per_page=1000&page=1')).toBe('4');
    expect(await counts('per_page=3&page=2')).toBe('1');
    expect(await dataOf(handler, '/validators?per_page=3&page=3')).toBe('page should be within [1, 2] range, given 3');
    expect(await dataOf(handler, '/validators?page=0')).toBe('page should be within [1, 1] range, given 0');
  });
});

describe('transactions', () => {
  it('are found by hash, failed ones too', async () => {
    const { handler } = aHandler();
    const found = await get(handler, `/tx?hash=0x${toHex(txHash(utf8('fail=yes')))}`);
    expect(found.json.result).toMatchObject({
      height: '2',
      index: 1,
      tx_result: { code: 5, codespace: 'kv' },
      tx: btoa('fail=yes'),
    });
    expect(found.json.result).not.toHaveProperty('proof');
    expect(await dataOf(handler, '/tx?hash=')).toBe('transaction hash cannot be empty');
    expect(await dataOf(handler, '/tx?hash=0xab')).toBe('tx (AB) not found');
  });

  it('are submitted as quoted text or hex', async () => {
    const { handler } = aHandler();
    const hash = toHex(txHash(utf8('new=1'))).toUpperCase();
    expect((await get(handler, '/broadcast_tx_sync?tx="new=1"')).json.result).toEqual({
      code: 0,
      data: '',
      log: '',
      codespace: '',
      hash,
    });
    expect(await dataOf(handler, '/broadcast_tx_async?tx=0x6e65773d31')).toBe('tx already exists in cache');
    expect(await dataOf(handler, '/broadcast_tx_commit?tx=0x6e65773d31')).toBe(
      'error on broadcastTxCommit: tx already exists in cache',
    );
    expect((await get(handler, '/broadcast_tx_sync?tx="bad"')).json.result).toMatchObject({
      code: 2,
      log: 'expected key=value',
    });
    expect((await get(handler, '/broadcast_tx_async?tx="bad"')).json.result).toMatchObject({ code: 0, log: '' });
  });

  it('that no block includes in time are an error, and refused ones are not', async () => {
    const { handler, chain } = aHandler({ limits: { broadcastCommitMs: 0 } });
    chain.mining = false;
    expect(await dataOf(handler, '/broadcast_tx_commit?tx="a=1"')).toBe(
      'timed out waiting for tx to be included in a block',
    );
    const refused = (await get(handler, '/broadcast_tx_commit?tx="bad"')).json.result;
    expect(refused).toMatchObject({ check_tx: { code: 2 }, height: '0' });
    expect(JSON.stringify(refused.deliver_tx)).toBe(
      '{"code":0,"data":null,"log":"","info":"","gas_wanted":"0","gas_used":"0","events":[],"codespace":""}',
    );
  });
});

describe('the genesis', () => {
  it('is the same as one document and in chunks', async () => {
    const { handler } = aHandler();
    const whole = await get(handler, '/genesis');
    const { chunk, total, data } = (await get(handler, '/genesis_chunked')).json.result;
    expect({ chunk, total }).toEqual({ chunk: '0', total: '1' });
    const text = fromUtf8(Uint8Array.from(atob(data), (char) => char.charCodeAt(0)));
    expect(text).toContain('"address":"a\\u003cb\\u003e\\u0026c"');
    expect(whole.text).toBe(`{"jsonrpc":"2.0","id":-1,"result":{"genesis":${text}}}`);
    expect(await dataOf(handler, '/genesis_chunked?chunk=1')).toBe('there are 0 chunks, 1 is invalid');
  });

  it('is available only in chunks when it is large', async () => {
    const chain = new FixtureChain();
    const large = { ...chain.genesis, appState: { blob: 'x'.repeat(17 * 1024 * 1024) } };
    Object.assign(chain, { genesis: large });
    const { handler } = aHandler({}, chain);
    expect(await dataOf(handler, '/genesis')).toBe(
      'genesis response is large, please use the genesis_chunked API instead',
    );
    const chunks = await Promise.all(
      [0, 1].map((i) => post(handler, { id: 1, method: 'genesis_chunked', params: [`${i}`] })),
    );
    expect(chunks.map(({ json }) => json.result.total)).toEqual(['2', '2']);
    const text = chunks.map(({ json }) => atob(json.result.data)).join('');
    expect(JSON.parse(text).app_state).toEqual(large.appState);
  });
});

it('a page has the size that is asked for, from 1 to 100', () => {
  const sizes = [undefined, -1n, 0n, 1n, 29n, 99n, 100n, 101n].map(pageSize);
  expect(sizes).toEqual([30n, 30n, 30n, 1n, 29n, 99n, 100n, 100n]);
});
