/** Tests the settings of the CometBFT RPC on the running command. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SETTINGS } from '../../src/config/names.js';
import { aCertificate } from '../server/certificate.js';
import { type Facts, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const OTHERS_OFF = ['--json-rpc.enable=false', '--assets.address=', '--dashboard.address='];
const FREE_PORT = '--rpc.laddr=tcp://127.0.0.1:0';

let running: Running | undefined;

async function started(...args: readonly string[]): Promise<Facts> {
  running = new Running(['start', '--json', ...OTHERS_OFF, ...args]);
  return await running.facts();
}

afterEach(async () => {
  await running?.signal('SIGINT');
  running = undefined;
});

async function get(facts: Facts, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`${facts.urls.cometRpc}${path}`);
  return { status: answer.status, text: await answer.text() };
}

async function post(facts: Facts, body: string) {
  const answer = await fetch(`${facts.urls.cometRpc}/`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

describe('halley start --rpc.…', () => {
  it('listens on several addresses, one of them a unix socket', async () => {
    const socket = join(temporaryFolder(), 'rpc.sock');
    const facts = await started(`--rpc.laddr=tcp://127.0.0.1:0, unix://${socket}`);
    const { cometRpc, cometRpcAll } = facts.urls;
    expect(cometRpcAll).toEqual([cometRpc, `unix://${socket}`]);
    const status = JSON.parse((await get(facts, '/status')).text);
    const tcp = `${cometRpc}`.replace('http', 'tcp');
    expect(status.result.node_info.other.rpc_address).toBe(`${tcp},unix://${socket}`);
    const client = connect(socket);
    client.end('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(String(Buffer.concat(await client.toArray()))).toContain('{"jsonrpc":"2.0","id":-1,"result":{}}');
  });

  it('accepts any Host when pages of any origin may call', async () => {
    const statusFor = async (facts: Facts): Promise<string> => {
      const client = connect(Number(new URL(`${facts.urls.cometRpc}`).port), '127.0.0.1');
      client.end('GET /health HTTP/1.1\r\nhost: node.example\r\nconnection: close\r\n\r\n');
      return String(Buffer.concat(await client.toArray())).slice(9, 12);
    };
    expect(await statusFor(await started(FREE_PORT))).toBe('403');
    await running?.signal('SIGINT');
    expect(await statusFor(await started(FREE_PORT, '--rpc.cors_allowed_origins=*'))).toBe('200');
  });

  it('serves TLS with certificate and key from the configuration folder', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'config', 'tls'), { recursive: true });
    const { certFile, keyFile, cert: ca } = aCertificate(join(home, 'config', 'tls'));
    const lines = ['tls_cert_file = "tls/cert.pem"', `tls_key_file = ${JSON.stringify(keyFile)}`];
    writeFileSync(join(home, 'config', 'config.toml'), `[rpc]\n${lines.join('\n')}\n`);
    expect(certFile).toBe(join(home, 'config', 'tls', 'cert.pem'));
    const { urls } = await started(FREE_PORT, `--home=${home}`);
    expect(urls.cometRpc).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const asked = request(`${urls.cometRpc}/health`, { ca });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(String(Buffer.concat(await response.toArray()))).toBe('{"jsonrpc":"2.0","id":-1,"result":{}}');
    const socket = new WebSocket(`${urls.cometRpc?.replace('https', 'wss')}/websocket`, { ca });
    await once(socket, 'open');
    socket.send(call('health', {}));
    expect(String((await once(socket, 'message'))[0])).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    socket.terminate();
  });

  it('serves the unsafe routes only when enabled', async () => {
    const dial = call('dial_peers', { peers: [] });
    const safe = await started(FREE_PORT);
    expect((await get(safe, '/dial_peers')).status).toBe(404);
    expect((await post(safe, dial)).text).toContain('"code":-32601');
    await running?.signal('SIGINT');
    const unsafe = await started(FREE_PORT, '--rpc.unsafe');
    expect((await get(unsafe, '/dial_peers')).text).toContain('no peers provided');
    expect((await post(unsafe, dial)).text).toContain('no peers provided');
    expect((await get(unsafe, '/')).text).toContain('unsafe_flush_mempool');
  });

  it('applies the dialect, the strictness and the limits', async () => {
    const facts = await started(
      FREE_PORT,
      '--rpc.dialect=0.38',
      '--rpc.strict=false',
      '--rpc.max_request_batch_size=2',
      '--rpc.max_body_bytes=500',
      '--rpc.max_header_bytes=2000',
      '--rpc.cors_allowed_origins=https://*.dapp.example',
    );
    expect((await get(facts, '/block_results?height=1')).text).toContain('finalize_block_events');
    expect((await post(facts, call('block', { height: 1 }))).text).toContain('"block_id"');
    const health = call('health', {});
    expect((await post(facts, `[${health},${health}]`)).text).toContain('[{');
    expect((await post(facts, `[${health},${health},${health}]`)).text).toContain(
      'batch request exceeds maximum (2) allowed number of requests',
    );
    const large = await post(facts, call('health', { x: 'x'.repeat(500) }));
    expect([large.status, large.headers.get('content-type'), large.headers.get('x-server-time')]).toEqual([
      400,
      'application/json',
      null,
    ]);
    expect(JSON.parse(large.text)).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Invalid Request',
        data: 'error reading request body: http: request body too large',
      },
    });
    const longHead = await fetch(`${facts.urls.cometRpc}/health`, { headers: { 'x-long': 'y'.repeat(7000) } });
    expect([longHead.status, await longHead.text()]).toEqual([431, '431 Request Header Fields Too Large']);
    const preflight = await fetch(`${facts.urls.cometRpc}/`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.dapp.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://a.dapp.example',
    ]);
    expect(preflight.headers.get('x-server-time')).toMatch(/^\d{10}$/);
    const origin = { headers: { origin: 'https://a.dapp.example' } };
    const socket = new WebSocket(`${facts.urls.cometRpc?.replace('http', 'ws')}/websocket`, origin);
    await once(socket, 'open');
    socket.terminate();
  });

  it('notifies subscribers when it ends', async () => {
    const { urls } = await started(FREE_PORT);
    const socket = new WebSocket(`${urls.cometRpc?.replace('http', 'ws')}/websocket`);
    await once(socket, 'open');
    const received: string[] = [];
    socket.on('message', (data: Buffer) => received.push(String(data)));
    socket.send(call('subscribe', { query: "tm.event='NewBlock'" }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    await running?.signal('SIGTERM');
    expect(((await closed) as [number])[0]).toBe(1001);
    expect(JSON.parse(received.at(-1) ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32000,
        message: 'Server error',
        data: 'subscription was canceled (reason: CometBFT exited)',
      },
    });
  });

  it('lists every setting', async () => {
    const { stdout } = await halley('start', '--help-all');
    for (const { flag } of SETTINGS) expect(stdout).toContain(`${flag} `);
  });
});

describe('halley start refuses in one line on stderr, with exit code 1', () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await halley('start', ...FREE_PORTS, ...args);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
    return stderr;
  };

  it('an invalid address', async () => {
    expect(await refused('--rpc.laddr=26657')).toBe(
      'halley: --rpc.laddr is "26657": invalid listening address 26657 (use fully formed addresses, including the tcp:// or unix:// prefix)\n',
    );
  });

  it('an unserved address', async () => {
    expect(await refused('--rpc.pprof_laddr=localhost:6060')).toContain(
      '--rpc.pprof_laddr is "localhost:6060": expected an empty value, because Halley does not serve pprof',
    );
    expect(await refused('--rpc.grpc_laddr=tcp://127.0.0.1:9')).toContain('because Halley does not serve gRPC');
  });

  it('unreadable or missing files of TLS', async () => {
    const { folder, certFile } = aCertificate();
    const missing = join(folder, 'nowhere.pem');
    expect(await refused(`--rpc.tls_cert_file=${certFile}`, `--rpc.tls_key_file=${missing}`)).toContain(
      `halley: cannot serve HTTPS: private key ${missing}: ENOENT`,
    );
    expect(await refused(`--rpc.tls_cert_file=${certFile}`)).toBe(
      'halley: rpc.tls_cert_file is set and rpc.tls_key_file is not: HTTPS needs both\n',
    );
  });

  it('an unknown flag, with the probable one', async () => {
    expect(await refused('--rpc.unsave')).toContain('(Did you mean --rpc.unsafe?)');
  });
});
