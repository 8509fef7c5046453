/** Interface C on a real chain: the invalid requests of the asset cases, forms of denoms, CORS, and any body at all. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { assetPort } from '../../../src/devnet/ports/assets.js';
import { utf8 } from '../../../src/kernel/text.js';
import { createAssetSurface } from '../../../src/rpc/assets/asset_surface.js';
import type { AssetPort } from '../../../src/rpc/ports/assets.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/surface.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };
import { openAssetChain } from './asset_chain.js';

const PATH = '/v2/fungible/assets_from_source';
const asked: string[] = [];
const chain = await openAssetChain();
afterAll(() => chain.store.close());
const live = assetPort(chain);
/** The chain's own port, which also notes what it was asked for. */
const port: AssetPort = {
  ...live,
  denom(denom) {
    asked.push(denom);
    return live.denom(denom);
  },
};
const surface = createAssetSurface(port);

async function send(
  method: string,
  path: string,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
) {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const response = await surface.handle({ method, path, query: '', headers, body: bytes, peer: IN_PROCESS_PEER });
  const text = response.body as string;
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
}
const ask = (body: object, path = PATH) => send('POST', path, JSON.stringify(body));
const SOURCE = { source_asset_denom: 'aevm', source_asset_chain_id: 'devnet_9000-1' };

interface Invalid {
  readonly id: string;
  readonly why: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly pad_bytes?: number;
  readonly expect: { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
}

describe('an invalid request', () => {
  it.each((cases.invalid as unknown as readonly Invalid[]).map((item) => [item.id, item.why, item] as const))(
    '%s is refused: %s',
    async (_id, _why, item) => {
      const pad = item.pad_bytes === undefined ? undefined : { pad: 'x'.repeat(item.pad_bytes) };
      const body = pad === undefined ? item.body : JSON.stringify({ ...JSON.parse(item.body), ...pad });
      const reply = await send(item.method, item.path, body, item.headers);
      expect(reply.status).toBe(item.expect.status);
      expect(reply.json).toEqual(item.expect.body);
      expect(reply.headers).toMatchObject({
        ...item.expect.headers,
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      });
    },
  );

  it('is named by its first wrong field, in the documented order', async () => {
    const wrong = {
      allow_multi_tx: 1,
      recommendation_reason: 'x',
      include_swaps: 1,
      swap_venues: 1,
      native_only: 1,
      group_by: 1,
      include_cw20_assets: 1,
    };
    const fields = Object.keys(wrong);
    for (const [i, field] of fields.entries()) {
      const rest = Object.fromEntries(Object.entries(wrong).slice(i).reverse());
      expect((await ask({ ...rest, ...SOURCE })).json).toEqual({ code: 3, message: `Invalid ${field}`, details: [] });
    }
  });
});

describe('a valid source', () => {
  it('has no destinations, because this chain has no channels', async () => {
    asked.length = 0;
    const reply = await ask({ ...SOURCE, client_id: 'x', unknown: [1] });
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('{"dest_assets":{}}');
    expect(asked).toEqual(['aevm']);
  });

  it('may be named by the EVM chain id, at the older path, with null for what is optional', async () => {
    const nulls = {
      allow_multi_tx: null,
      recommendation_reason: null,
      include_swaps: null,
      swap_venues: null,
      native_only: null,
      group_by: null,
      include_cw20_assets: null,
    };
    for (const path of [PATH, '/v1/fungible/assets_from_source'])
      expect((await ask({ ...SOURCE, ...nulls, source_asset_chain_id: '9000' }, path)).status).toBe(200);
    expect((await ask({ ...SOURCE, source_asset_chain_id: 'Devnet_9000-1' })).status).toBe(400);
  });

  it('takes venues and reasons as the SDK sends them', async () => {
    const swap_venues = [{ chain_id: 'osmosis-1', name: 'x', logo_uri: null, extra: 1 }];
    for (const recommendation_reason of ['UNKNOWN', 'MOST_LIQUID', 'BASE_TOKEN', 'DIRECT'])
      expect((await ask({ ...SOURCE, swap_venues, recommendation_reason, group_by: 'chain' })).json).toEqual({
        dest_assets: {},
      });
  });

  const HASH = 'a'.repeat(64);
  const ADDRESS = 'aB'.repeat(20);
  it.each([
    ['aevm', 'aevm'],
    [`ibc/${HASH}`, `ibc/${HASH.toUpperCase()}`],
    [`0x${ADDRESS}`, `0x${ADDRESS.toLowerCase()}`],
    [`erc20:0x${ADDRESS}`, `erc20:0x${ADDRESS.toLowerCase()}`],
    [`erc20/0x${ADDRESS}`, `erc20/0x${ADDRESS.toLowerCase()}`],
    ['factory/cosmos1xyz/Token.name', 'factory/cosmos1xyz/Token.name'],
    ['cw20:cosmos1xyz', 'cw20:cosmos1xyz'],
    ['gamm/pool/1', 'gamm/pool/1'],
    ['a'.repeat(128), 'a'.repeat(128)],
  ])('of the form %s is looked up as %s', async (denom, canonical) => {
    asked.length = 0;
    expect((await ask({ ...SOURCE, source_asset_denom: denom })).json).toEqual({ dest_assets: {} });
    expect(asked).toEqual([canonical]);
  });

  it.each(['ab', '0x12', '1aevm', `ibc/${HASH}0`, 'aevm\n', ' aevm', `0x${ADDRESS}0`, 'ünit'])(
    'is not %j',
    async (denom) => {
      expect((await ask({ ...SOURCE, source_asset_denom: denom })).json.message).toBe('Invalid source_asset_denom');
    },
  );
});

describe('a browser', () => {
  it('may ask from any page, with any header', async () => {
    const reply = await send('OPTIONS', PATH, '', {
      'access-control-request-headers': 'content-type, x-y,\r\nbad name',
    });
    expect(reply.status).toBe(204);
    expect(reply.headers).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': '*, authorization, content-type, x-y',
    });
  });
});

describe('the surface', () => {
  it('answers anything in its own shape', async () => {
    const field = fc.constantFrom(
      'source_asset_denom',
      'source_asset_chain_id',
      'swap_venues',
      'native_only',
      '__proto__',
      'group_by',
    );
    const object = fc.dictionary(field, fc.oneof(fc.constantFrom('aevm', 'devnet_9000-1', '9000'), fc.jsonValue()));
    const body = fc.oneof(
      fc.uint8Array(),
      fc.string().map(utf8),
      fc.oneof(object, fc.jsonValue()).map((value) => utf8(JSON.stringify(value))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
        fc.constantFrom(PATH, '/', '/v2'),
        body,
        async (method, path, bytes) => {
          const { status, json } = await send(method, path, bytes);
          if (status === 204) expect(json).toBeUndefined();
          else if (status === 200) expect(json).toEqual({ dest_assets: {} });
          else {
            expect([400, 404, 405]).toContain(status);
            expect(json).toEqual({ code: expect.any(Number), message: expect.any(String), details: [] });
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('reports a bug of ours, and calls it an internal error', async () => {
    const bugs: unknown[] = [];
    const broken = createAssetSurface(
      { ...port, denom: () => expect.fail('oops') },
      { onBug: (error) => bugs.push(error) },
    );
    const body = utf8(JSON.stringify(SOURCE));
    const reply = await broken.handle({
      method: 'POST',
      path: PATH,
      query: '',
      headers: {},
      body,
      peer: IN_PROCESS_PEER,
    });
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.body as string)).toEqual({ code: 2, message: 'internal server error', details: [] });
    expect(bugs).toHaveLength(1);
  });
});
