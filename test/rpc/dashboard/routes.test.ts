/** Tests the dashboard's routes over real sockets: what they answer, and whom they refuse. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { fileServer } from '../../../src/rpc/dashboard/files.js';
import type { ReplayLine } from '../../../src/rpc/dashboard/wire.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { readPageFiles } from '../../../src/surfaces/dashboard/surface.js';
import { ask, CHAIN, dashboardDevnet } from './feed_client.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const BLOCK_NUMBER = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' });

describe('the routes', () => {
  test('say what the devnet is', async () => {
    const { devnet, url } = await dashboardDevnet({ jsonRpc: true });
    const { status, body } = await ask(url, '/about');
    const { evmHttp = '', evmWs = '' } = devnet.urls;
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      version: manifest.version,
      chains: [{ engine: false, id: CHAIN, evmChainId: '31337', urls: { evmHttp, evmWs, dashboard: url } }],
      urls: { evmHttp, evmWs, dashboard: url },
      scenarios: false,
    });
  });

  test('pass requests on to both RPCs of every chain', async () => {
    const { url } = await dashboardDevnet({ chains: [{ id: 'hub-1' }], miningMode: 'manual' });
    for (const chain of [CHAIN, 'hub-1']) {
      const asked = { method: 'POST', headers: JSON_TYPE, body: BLOCK_NUMBER };
      const evm = await ask(url, `/chains/${chain}/evm`, asked);
      expect(JSON.parse(evm.body)).toMatchObject({ id: 1, result: expect.stringMatching(/^0x[1-9a-f]/) });
      const status = JSON.parse((await ask(url, `/chains/${chain}/comet/status`)).body);
      expect(status.result.node_info.network).toBe(chain);
      const block = JSON.parse((await ask(url, `/chains/${chain}/comet/block?height=1`)).body);
      expect(block.result.block.header.height).toBe('1');
    }
  });

  test('give the keys of the accounts, with the words only where they are public', async () => {
    const { devnet, url } = await dashboardDevnet({ miningMode: 'manual' });
    const keys = JSON.parse((await ask(url, `/chains/${CHAIN}/keys`)).body);
    expect(keys.mnemonic).toMatch(/^test test .* junk$/);
    expect(keys.accounts).toEqual(
      devnet.accounts.map(({ address, privateKey }) => ({ address: address.toLowerCase(), privateKey })),
    );
    const privateKeys = [`0x${'35'.repeat(32)}`];
    const other = await dashboardDevnet({ miningMode: 'manual', privateKeys });
    const { mnemonic, accounts } = JSON.parse((await ask(other.url, `/chains/${CHAIN}/keys`)).body);
    expect([mnemonic, accounts[0].privateKey]).toEqual([undefined, privateKeys[0]]);
    const posted = await ask(url, `/chains/${CHAIN}/keys`, { method: 'POST' });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET']);
    expect((await ask(url, `/chains/${CHAIN}/keys`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  test('answer traces and dev methods without a namespace', async () => {
    const { url } = await dashboardDevnet({ miningMode: 'manual' });
    const call = async (method: string, params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return JSON.parse((await ask(url, `/chains/${CHAIN}/evm`, { method: 'POST', headers: JSON_TYPE, body })).body);
    };
    expect((await call('debug_traceBlockByNumber', ['0x1'])).result).toEqual([]);
    expect((await call('anvil_mine', ['0x1'])).result).toBeNull();
    expect((await call('debug_writeMemProfile', ['x'])).error.message).toContain('does not exist');
  });

  test('replay the rounds of blocks that were made before anybody looked, on each chain', async () => {
    const { devnet, url } = await dashboardDevnet({ chains: [{ id: 'hub-1' }], validators: 4, miningMode: 'manual' });
    await devnet.mine({ blocks: 3 });
    for (const chain of [CHAIN, 'hub-1']) {
      const kept = JSON.parse((await ask(url, `/chains/${chain}/rounds`)).body);
      expect(kept.first).toBe(1);
      const { status, body } = await ask(url, `/chains/${chain}/rounds/${kept.last}`);
      expect(status).toBe(200);
      const lines: ReplayLine[] = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0]).toMatchObject({ message: { type: 'picture', picture: { height: kept.last } } });
      expect(lines.at(-1)).toEqual({ type: 'end', complete: true });
      expect(body).toContain('"committed"');
    }
    const kept = JSON.parse((await ask(url, `/chains/${CHAIN}/rounds`)).body);
    expect(kept).toEqual({ first: 1, last: Number(devnet.height) });
    const both = (await ask(url, `/chains/${CHAIN}/rounds/2-3`)).body;
    expect(new Set(both.match(/"committed",\d+,\d,\d/g)?.map((text) => text.at(-1)))).toEqual(new Set(['2', '3']));
    const refusals = ['/rounds/999', '/rounds/3-2', '/rounds/x', '/rounds/', '/rounds/-1'];
    const replies = await Promise.all(refusals.map((path) => ask(url, `/chains/${CHAIN}${path}`)));
    expect(replies.map(({ status, body }) => [status, JSON.parse(body).error.split(':')[0]])).toEqual([
      [404, 'the rounds of block 999 are not kept'],
      [400, 'block 3 comes after block 2'],
      [404, `the dashboard has nothing at /chains/${CHAIN}/rounds/x`],
      [404, `the dashboard has nothing at /chains/${CHAIN}/rounds/`],
      [404, `the dashboard has nothing at /chains/${CHAIN}/rounds/-1`],
    ]);
    expect((await ask(url, `/chains/${CHAIN}/rounds/2`, { method: 'POST' })).status).toBe(405);
    expect((await ask(url, `/chains/${CHAIN}/rounds/2?events=x`)).status).toBe(400);
  });

  test('pass queries on to the REST gateway of a chain', async () => {
    const { url } = await dashboardDevnet();
    const reply = await ask(url, `/chains/${CHAIN}/rest/cosmos/base/tendermint/v1beta1/blocks/latest`);
    expect([reply.status, JSON.parse(reply.body).block.header.chain_id]).toEqual([200, CHAIN]);
    expect((await ask(url, `/chains/${CHAIN}/rest/nothing`)).status).toBe(501);
  });

  test.each([
    ['/chains/nope/evm', 404, `there is no chain "nope": expected one of ${CHAIN}`],
    ['/chains/%ZZ/evm', 404, `there is no chain "%ZZ": expected one of ${CHAIN}`],
    [`/chains/${CHAIN}/other`, 404, `the dashboard has nothing at /chains/${CHAIN}/other`],
    [`/chains/${CHAIN}/comet/../evm`, 404, `the dashboard has nothing at /chains/${CHAIN}/comet/../evm`],
    [`/chains/${CHAIN}/comet/%2E./status`, 404, `the dashboard has nothing at /chains/${CHAIN}/comet/%2E./status`],
    [`/chains/${CHAIN}/comet/\\other/`, 404, `the dashboard has nothing at /chains/${CHAIN}/comet/\\other/`],
    ['/../package.json', 404, 'the dashboard has nothing at /../package.json'],
    ['/%2e%2e/package.json', 404, 'the dashboard has nothing at /%2e%2e/package.json'],
    ['/app.js/../../package.json', 404, 'the dashboard has nothing at /app.js/../../package.json'],
    ['/constructor', 404, 'the dashboard has nothing at /constructor'],
    ['/scenarios', 404, 'this devnet has no scenarios: only the command runs them'],
  ])('answer %s with %i', async (path, status, error) => {
    const { url } = await dashboardDevnet();
    const reply = await ask(url, path);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([status, { error }]);
  });

  test.each([
    ['POST', '/about', 'GET'],
    ['PUT', '/', 'GET'],
    ['DELETE', '/app.js', 'GET'],
    ['GET', '/scenarios/run', 'POST'],
  ])('refuse %s for %s', async (method, path, allow) => {
    const { url } = await dashboardDevnet();
    const reply = await ask(url, path, { method });
    expect([reply.status, reply.headers['allow']]).toEqual([405, allow]);
  });

  test('have headers that protect the page, also where they refuse', async () => {
    const { url } = await dashboardDevnet();
    for (const path of ['/', '/about', '/nothing', `/chains/${CHAIN}/comet/status`]) {
      const { headers } = await ask(url, path);
      expect(headers, path).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
        ),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': expect.stringMatching(/^no-(store|cache)$/),
      });
    }
  });

  test('list the contracts of a folder, without one that is nested too deep', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halley-dashboard-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { url } = await dashboardDevnet({ artifacts: [folder], dashboard: { address: true } });
    const read = async () => JSON.parse((await ask(url, '/artifacts')).body);
    expect(await read()).toEqual([]);
    mkdirSync(join(folder, 'A.sol'));
    for (const name of ['A', 'B']) writeFileSync(join(folder, `A.sol/${name}.json`), '{"abi":[]}');
    writeFileSync(
      join(folder, 'A.sol/Deep.json'),
      `{"abi":[{"type":"error","inputs":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}]}`,
    );
    expect(await read()).toEqual([
      { contract: 'A', abi: [] },
      { contract: 'B', abi: [] },
    ]);
    expect(JSON.parse((await ask(url, '/about')).body).artifacts).toBe(folder);
  });
});

describe('the dashboard refuses', () => {
  const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page of another port of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['a request of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a request of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a link to anything but the page', LINK],
    ['a name of the local network', { host: 'devbox' }],
    ['a rebound name', { host: 'rebound.internal' }],
    ['a name of the internet', { host: 'evil.example' }],
    ['a name that looks like an address', { host: '127.0.0.1.evil.example' }],
  ])('%s', async (_, headers) => {
    const { url } = await dashboardDevnet();
    for (const path of ['/about', '/app.js', `/chains/${CHAIN}/comet/status`, '/artifacts'])
      expect((await ask(url, path, { headers })).status, path).toBe(403);
    expect((await ask(url, `/chains/${CHAIN}/evm`, { method: 'POST', headers, body: BLOCK_NUMBER })).status).toBe(403);
  });

  test('nothing of its own page, of a link to it, and of programs', async () => {
    const { url } = await dashboardDevnet();
    const { host, port } = new URL(url);
    const cases: [string, Record<string, string>][] = [
      ['/about', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
      ['/about', { host: `localhost:${port}` }],
      ['/about', { host: `halley.localhost:${port}` }],
      ['/about', { host: `[::1]:${port}` }],
    ];
    for (const [path, headers] of cases) expect((await ask(url, path, { headers })).status).toBe(200);
    // The page itself may not be built where this test runs.
    expect([200, 503]).toContain((await ask(url, '/', { headers: LINK })).status);
    expect((await ask(url, '/', { headers: { ...LINK, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
    expect((await ask(url, '/', { headers: { ...LINK, host: 'evil.example' } })).status).toBe(403);
  });
});

describe('the files of the page', () => {
  const request = (headers = {}) => ({
    method: 'GET',
    path: '/app.js',
    query: '',
    headers,
    body: new Uint8Array(0),
    peer: IN_PROCESS_PEER,
  });

  test('are read once, and not sent again to a browser that has them', () => {
    let reads = 0;
    const content = new TextEncoder().encode('text');
    const serve = fileServer(() => {
      reads++;
      return new Map([['view-A1.js', content]]);
    });
    expect(reads).toBe(0);
    const first = serve('view-A1.js', request());
    expect([first?.status, first?.headers['content-type'], first?.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      content,
    ]);
    const again = serve('view-A1.js', request({ 'if-none-match': first?.headers['etag'] }));
    expect([again?.status, again?.body, reads]).toEqual([304, '', 1]);
    expect(serve('view-B2.js', request())).toBeUndefined();
  });

  test('are read again when they were missing', () => {
    const folder = `${mkdtempSync(join(tmpdir(), 'halley-page-'))}/`;
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const serve = fileServer(() => readPageFiles([folder]));
    expect(serve('app.js', request())).toMatchObject({
      status: 503,
      body: expect.stringContaining('The files of the dashboard are missing'),
    });
    for (const name of ['index.html', 'app.js', 'app.css', 'icon.svg']) writeFileSync(`${folder}${name}`, name);
    expect(serve('app.js', request())?.status).toBe(200);
  });
});
