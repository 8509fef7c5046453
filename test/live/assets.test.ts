/**
 * Tests the asset API of a running devnet through its socket: the refused cases, both paths and a browser's preflight
 * request.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { assetGenesis } from '../rpc/assets/asset_chain.js';
import cases from '../vectors/asset-cases.json' with { type: 'json' };

const PATHS = ['/v2/fungible/assets_from_source', '/v1/fungible/assets_from_source'];

let devnet: Devnet;
const bugs: unknown[] = [];
beforeAll(async () => {
  devnet = await createDevnet({
    genesis: assetGenesis(),
    seed: 'assets',
    jsonRpc: { address: '127.0.0.1:0', wsAddress: false },
    rpc: false,
    assets: { address: '127.0.0.1:0' },
    onBug: (where, error) => bugs.push([where, error]),
  });
});
afterAll(async () => {
  await devnet.close();
  expect(bugs).toEqual([]);
});

const post = (path: string, body: object) =>
  fetch(`${devnet.urls.assets}${path}`, { method: 'POST', body: JSON.stringify(body) });

describe.each(PATHS)('%s', (path) => {
  it.each(['devnet_9000-1', '9000'])('answers for a denom of the chain that %s names', async (chainId) => {
    const answer = await post(path, { source_asset_denom: 'aevm', source_asset_chain_id: chainId });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await answer.text()).toBe('{"dest_assets":{}}');
  });

  it('refuses another chain', async () => {
    const answer = await post(path, { source_asset_denom: 'aevm', source_asset_chain_id: 'halley_31337-1' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 3, message: 'Invalid source_asset_chain_id', details: [] },
    ]);
  });

  it('allows the preflight request of any page', async () => {
    const answer = await fetch(`${devnet.urls.assets}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.org', 'access-control-request-headers': 'content-type' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST, OPTIONS']);
  });
});

it.each(cases.invalid.map((item) => [item.id, item.why, item] as const))(
  '%s is refused: %s',
  async (_id, _why, item) => {
    const pad = 'pad_bytes' in item ? { pad: 'x'.repeat(Number(item.pad_bytes)) } : undefined;
    const body = pad === undefined ? item.body : JSON.stringify({ ...JSON.parse(item.body as string), ...pad });
    const answer = await fetch(`${devnet.urls.assets}${item.path}`, {
      method: item.method,
      headers: item.headers as unknown as Record<string, string>,
      ...(item.method !== 'GET' && { body: body as string }),
    });
    expect([answer.status, await answer.json()]).toEqual([item.expect.status, item.expect.body]);
    expect(answer.headers.get('content-type')).toBe('application/json');
  },
);
