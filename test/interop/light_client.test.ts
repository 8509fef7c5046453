/**
 * CometBFT's own light client, written in Go, as primary and witness against our consensus RPC: it trusts block 1 alone
 * and verifies the rest. Skips, saying so, where the `cometbft` binary is not installed; in CI it must be.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, fixedClock, systemClock } from '../../src/devnet/index.js';
import { NANOS_PER_SECOND } from '../../src/kernel/time.js';

const installed = spawnSync('cometbft', ['version']).status === 0;
const mayBeAbsent = process.env['CI'] !== 'true';
if (!installed && mayBeAbsent) console.warn('cometbft is not installed: its light client is not tested');

const HEIGHTS = 60;
const HOUR = 3600n * NANOS_PER_SECOND;

let devnet: Devnet;
const clients: { readonly child: ChildProcess; readonly home: string }[] = [];
const proxies: Server[] = [];

interface Answer {
  readonly result?: {
    readonly signed_header: { readonly header: { readonly height: string; readonly app_hash: string } };
  };
  readonly error?: { readonly data: string };
}

const ask = async (url: string, path: string): Promise<Answer> =>
  (await (await fetch(`${url}/${path}`)).json()) as Answer;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Starts a light client that trusts block 1; resolves when its proxy answers. */
async function lightClient(primary: string, witness: string, ...flags: string[]): Promise<string> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'halley-light-'));
  const trusted = (await (await fetch(`${witness}/block?height=1`)).json()) as {
    result: { block_id: { hash: string } };
  };
  const child = spawn('cometbft', [
    ...['light', devnet.chainId, '-p', primary, '-w', witness, '--laddr', `tcp://127.0.0.1:${port}`],
    ...['--height', '1', '--hash', trusted.result.block_id.hash, '--home-dir', home, ...flags],
  ]);
  clients.push({ child, home });
  let log = '';
  const seen = (chunk: Buffer): void => {
    log += chunk.toString();
  };
  child.stdout.on('data', seen);
  child.stderr.on('data', seen);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`the light client ended: ${log}`);
    if (await fetch(`${url}/health`).catch(() => undefined)) return url;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the light client does not answer: ${log}`);
}

/** Passes everything on, but for one word in the answers. */
async function tamperingProxy(target: string, tamper: (body: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      const init = { method: request.method as string, body, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`${target}${request.url}`, init);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(tamper(await answer.text()));
    });
  });
  // The light client opens a WebSocket to its primary: that one goes through untouched.
  server.on('upgrade', (request, socket) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1', () => {
      const headers = request.rawHeaders.reduce((text, part, i) => text + part + (i % 2 === 0 ? ': ' : '\r\n'), '');
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${headers}\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  proxies.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(!installed && mayBeAbsent)("CometBFT's light client", () => {
  beforeAll(async () => {
    devnet = await createDevnet({
      jsonRpc: false,
      assets: false,
      rpc: { address: 'tcp://127.0.0.1:0' },
      clock: fixedClock(systemClock.now() - HOUR),
    });
    const [from, to] = [devnet.accounts[0]?.address, devnet.accounts[1]?.address];
    while (devnet.height < BigInt(HEIGHTS))
      await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
  });

  afterAll(async () => {
    for (const { child, home } of clients) {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    }
    for (const proxy of proxies) proxy.close();
    await devnet?.close();
  });

  it.each([
    { mode: 'skipping', flags: [] as string[] },
    { mode: 'sequential', flags: ['--sequential'] },
  ])('verifies up to the tip ($mode)', async ({ flags }) => {
    const direct = devnet.urls.cometRpc as string;
    const light = await lightClient(direct, direct, ...flags);
    const path = `commit?height=${HEIGHTS}`;
    const [verified, served] = [await ask(light, path), await ask(direct, path)];
    expect(verified.error).toBeUndefined();
    expect(verified.result?.signed_header.header).toEqual(served.result?.signed_header.header);
  });

  it('refuses a header that was changed on the way', async () => {
    const direct = devnet.urls.cometRpc as string;
    const { result } = await ask(direct, 'commit?height=30');
    const honest = result?.signed_header.header.app_hash as string;
    const liar = await tamperingProxy(direct, (body) => body.replaceAll(honest, `00${honest.slice(2)}`));
    const light = await lightClient(liar, direct);
    const { error } = await ask(light, 'commit?height=30');
    // It drops a primary that lies, and is left without a second opinion.
    expect(error?.data).toMatch(/^failed to update light client to 30/);
  });
});
