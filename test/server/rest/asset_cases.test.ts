/** Runs the asset cases over HTTP: every answer and every refusal is exactly the recorded one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, rowsOf, settingsOf } from '../../rpc/assets/case.js';
import { chainsOf, patchedTopology } from '../../rpc/assets/topology_chains.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };
import { type AssetEndpoint, openAssetEndpoint } from './asset_endpoint.js';

const PATHS = ['/v2/fungible/assets_from_source', '/v1/fungible/assets_from_source'];
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an asset case', () => {
  it.each(CASES.map((one) => [one.id, one.why, one] as const))('%s: %s', async (_id, _why, one) => {
    const endpoint = await openAssetEndpoint(chainsOf(patchedTopology(one.patch)), settingsOf(one));
    try {
      for (const path of PATHS) {
        const body = JSON.stringify(one.request);
        const answer = await fetch(`${endpoint.url}${path}`, { method: 'POST', headers: JSON_TYPE, body });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
        expect(rowsOf((await answer.json()) as Parameters<typeof rowsOf>[0])).toEqual(one.expected);
      }
      expect(endpoint.bugs).toEqual([]);
    } finally {
      await endpoint.close();
    }
  });
});

describe('an invalid request', () => {
  let endpoint: AssetEndpoint;
  beforeAll(async () => {
    endpoint = await openAssetEndpoint(chainsOf(patchedTopology()));
  });
  afterAll(() => endpoint.close());

  it.each(cases.invalid.map((one) => [one.id, one.why, one] as const))('%s: %s', async (_id, _why, one) => {
    const pad = 'pad_bytes' in one ? { pad: 'x'.repeat(Number(one.pad_bytes)) } : undefined;
    const body = pad === undefined ? one.body : JSON.stringify({ ...JSON.parse(one.body as string), ...pad });
    const answer = await fetch(`${endpoint.url}${one.path}`, {
      method: one.method,
      headers: one.headers as unknown as Record<string, string>,
      ...(one.method !== 'GET' && { body: body as string }),
    });
    expect([answer.status, await answer.json()]).toEqual([one.expect.status, one.expect.body]);
    for (const [name, value] of Object.entries({
      ...('headers' in one.expect && (one.expect.headers as object)),
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    }))
      expect(answer.headers.get(name)).toBe(value);
    expect(endpoint.bugs).toEqual([]);
  });
});
