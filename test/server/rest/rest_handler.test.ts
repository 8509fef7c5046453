/** Tests the endpoints of the asset API: what every REST service has, browsers, prefixes, and malicious bodies. */
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetService } from '../../../src/rpc/assets/asset_service.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { createRestHandler } from '../../../src/server/rest/rest_handler.js';
import { chainsOf, patchedTopology, portOf } from '../../rpc/assets/topology_chains.js';
import { type AssetEndpoint, openAssetEndpoint } from './asset_endpoint.js';

const PATH = '/v2/fungible/assets_from_source';
const SOURCE = { source_asset_denom: 'aevm', source_asset_chain_id: 'devnet_9000-1' };
const chains = chainsOf(patchedTopology());

let endpoint: AssetEndpoint;
beforeAll(async () => {
  endpoint = await openAssetEndpoint(chains, {}, '/api/skip');
});
afterAll(async () => {
  await endpoint.close();
  expect(endpoint.bugs).toEqual([]);
});

const get = (path: string, init: RequestInit = {}) => fetch(`${endpoint.url}${path}`, init);
const post = (body: string | Uint8Array, headers: Record<string, string> = {}, path = PATH) =>
  get(path, { method: 'POST', headers, body: body as string });
const problem = (code: number, message: string) => ({ code, message, details: [] });

describe('the asset API', () => {
  it('reports its health and its routes, to people and to programs', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
    const api = (await (await get('/openapi.json')).json()) as {
      readonly openapi: string;
      readonly paths: Record<string, Record<string, { readonly requestBody?: { readonly content: object } }>>;
    };
    expect(api.openapi).toBe('3.1.0');
    expect(Object.keys(api.paths)).toContain(PATH);
    const schema = api.paths[PATH]?.['post']?.requestBody?.content;
    expect(schema).toMatchObject({
      'application/json': { schema: { required: ['source_asset_denom', 'source_asset_chain_id'] } },
    });
    for (const path of ['/', '/docs']) {
      const page = await get(path);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const html = await page.text();
      expect(html).toContain(PATH);
      expect(html).not.toContain('<script');
    }
  });

  it('serves the same routes under its prefix', async () => {
    for (const path of ['/api/skip/health', '/health']) expect((await get(path)).status).toBe(200);
    expect((await get('/api/skipper/health')).status).toBe(404);
    expect((await post(JSON.stringify(SOURCE), {}, `/api/skip${PATH}`)).status).toBe(200);
  });

  it('has statuses for unserved paths, unsupported methods and unknown paths', async () => {
    const submit = await get('/v2/tx/submit', { method: 'POST', body: '{}' });
    expect([submit.status, await submit.json()]).toEqual([501, problem(12, 'not implemented')]);
    const put = await get(PATH, { method: 'PUT', body: '{}' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const wrong = await get('/v2/fungible/assets', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    for (const path of ['/v2', '/v2/fungible/assets/', '/%zz', '/__proto__', '//v2/fungible/assets'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('answers the preflight of any page, with any header', async () => {
    const answer = await get(PATH, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.org', 'access-control-request-headers': 'content-type, x-y, bad name' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS');
    expect(answer.headers.get('access-control-allow-headers')).toBe('*, authorization, content-type, x-y');
  });

  it('accepts lists in both spellings of a query, and refuses invalid booleans', async () => {
    const ids = async (query: string): Promise<readonly string[]> =>
      Object.keys(
        ((await (await get(`/v2/fungible/assets?${query}`)).json()) as { chain_to_assets_map: object })
          .chain_to_assets_map,
      );
    expect(await ids('chain_ids=hub-1&chain_ids=dex-1')).toEqual(['dex-1', 'hub-1']);
    expect(await ids('chain_ids[]=hub-1')).toEqual(['hub-1']);
    const refused = async (query: string): Promise<unknown> => (await get(`/v2/fungible/assets?${query}`)).json();
    expect(await refused('chain_ids=nowhere-1')).toEqual(problem(3, 'Invalid chain_id'));
    expect(await refused('native_only=1')).toEqual(problem(3, 'Invalid native_only'));
  });
});

describe('a body', () => {
  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'a/b; c=d', ';;;'])(
    'may have the content type %s',
    async (type) => {
      expect((await post(JSON.stringify(SOURCE), { 'content-type': type })).status).toBe(200);
    },
  );

  it.each([
    ['deep', '['.repeat(200_000)],
    ['deep and closed', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['NUL', '\0'],
    ['two values', '{}{}'],
  ])('of the kind %s is refused', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toEqual([400, problem(3, 'Invalid request body')]);
  });

  it.each([
    ['a NUL', { ...SOURCE, source_asset_denom: 'ae\0vm' }, 'source_asset_denom'],
    ['a lone surrogate', { ...SOURCE, source_asset_denom: 'aev\ud800' }, 'source_asset_denom'],
    ['a lone surrogate in a chain id', { ...SOURCE, source_asset_chain_id: '\udfff' }, 'source_asset_chain_id'],
    ['the name of a prototype’s member', { ...SOURCE, source_asset_chain_id: '__proto__' }, 'source_asset_chain_id'],
    ['a huge list', { ...SOURCE, swap_venues: Array.from({ length: 50_000 }, () => ({})) }, 'swap_venues'],
    ['a number for a Cosmos denom', { ...SOURCE, source_asset_denom: '12345' }, 'source_asset_denom'],
  ])('with %s is refused', async (_, body, field) => {
    const answer = await post(JSON.stringify(body));
    expect([answer.status, await answer.json()]).toEqual([400, problem(3, `Invalid ${field}`)]);
  });

  it('has the last value of a name that occurs twice', async () => {
    const text = '{"source_asset_denom":"","source_asset_chain_id":"hub-1","source_asset_denom":"uhub"}';
    expect((await post(text)).status).toBe(200);
  });

  it('cannot set a prototype', async () => {
    const text = '{"__proto__":{"source_asset_denom":"aevm","source_asset_chain_id":"devnet_9000-1"}}';
    expect(await (await post(text)).json()).toEqual(problem(3, 'Invalid source_asset_denom'));
  });

  it('is too large from the first byte above the limit, with and without a content length', async () => {
    const exactly = JSON.stringify({ ...SOURCE, pad: '' });
    const padded = (bytes: number): string => JSON.stringify({ ...SOURCE, pad: 'x'.repeat(bytes - exactly.length) });
    expect((await post(padded(1_048_576))).status).toBe(200);
    const received = await post(padded(1_048_577));
    expect([received.status, await received.json()]).toEqual([413, problem(8, 'Request body too large')]);
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${endpoint.url}${PATH}`, { method: 'POST' }, (response) =>
        resolve(response.resume().statusCode),
      );
      sending.on('error', reject);
      sending.write(padded(600_000));
      sending.end('x'.repeat(600_000));
    });
    expect(chunked).toBe(413);
  });
});

it('answers any request in its own format', async () => {
  const handler = createRestHandler(assetService(portOf(chains)));
  const names = [...Object.keys(SOURCE), 'swap_venues', 'native_only', 'requests', 'assets', 'chains', '__proto__'];
  const value = fc.oneof(fc.constantFrom('aevm', 'devnet_9000-1', 'hub-1', 'uhub', true, null), fc.jsonValue());
  const body = fc.oneof(
    fc.uint8Array(),
    fc.string(),
    fc.dictionary(fc.constantFrom(...names), value).map((fields) => JSON.stringify(fields)),
  );
  const path = fc.constantFrom(...assetService(portOf(chains)).routes.map(({ paths }) => paths[0]), '/', '/x');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
      path,
      body,
      fc.string(),
      async (method, to, sent, query) => {
        const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
        const answer = await handler.handle({
          method,
          path: to,
          query: encodeURI(query),
          headers: {},
          body: bytes,
          peer: IN_PROCESS_PEER,
        });
        const text = Buffer.from(answer.body as Uint8Array).toString();
        if (answer.status === 204) expect(text).toBe('');
        else if (answer.status === 200) expect(text).not.toBe('');
        else {
          expect([400, 404, 405]).toContain(answer.status);
          expect(JSON.parse(text)).toEqual({ code: expect.any(Number), message: expect.any(String), details: [] });
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('reports a bug of ours as an internal error', async () => {
  const bugs: unknown[] = [];
  const broken = { chains: () => chains, balances: () => expect.fail('oops') };
  const handler = createRestHandler(assetService(broken), { onBug: (error) => bugs.push(error) });
  const body = new TextEncoder().encode('{"chains":{"devnet_9000-1":{"address":"x"}}}');
  const answer = await handler.handle({
    method: 'POST',
    path: '/v2/info/balances',
    query: '',
    headers: {},
    body,
    peer: IN_PROCESS_PEER,
  });
  expect([answer.status, JSON.parse(`${answer.body}`)]).toEqual([500, problem(2, 'internal server error')]);
  expect(bugs).toHaveLength(1);
});
