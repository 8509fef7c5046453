import { once } from 'node:events';
import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aListener, aWebSocket, HOUR_MS, HttpClient } from './client.js';

const BLOCK_NUMBER = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}';
const HANGING = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x01"]}';

const scratch = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'halley-')), 'rpc.sock');

test('chooses a free port for port 0 and reports it', async () => {
  await using server = await aListener();
  const { port, url, webSocketUrl, address } = server.listener;
  expect(port).toBeGreaterThan(0);
  expect([address, url, webSocketUrl]).toEqual([
    `127.0.0.1:${port}`,
    `http://127.0.0.1:${port}`,
    `ws://127.0.0.1:${port}`,
  ]);
});

test('returns an address to dial where it listens on all interfaces', async () => {
  for (const address of ['0.0.0.0:0', 'tcp://0.0.0.0:0', ':0']) {
    await using server = await aListener({ address });
    expect(server.listener.address).toBe(`0.0.0.0:${server.listener.port}`);
    const client = await HttpClient.to(server.listener);
    expect(await client.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  }
});

test('names the address and the flag when the port is in use', async () => {
  await using first = await aListener();
  const { address } = first.listener;
  await expect(aListener({ address })).rejects.toMatchObject({
    code: 'address-in-use',
    message: `${address} is in use: stop the process that listens there, or choose another port (0 picks a free one) with --json-rpc.address`,
  });
});

test('names the address and the flag when the address is invalid', async () => {
  for (const address of ['8545', 'localhost', '127.0.0.1:70000', 'unix://', 'ftp://x:1'])
    await expect(aListener({ address })).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringContaining(`--json-rpc.address is "${address}": expected host:port`),
    });
  await expect(aListener({ address: '192.0.2.1:0' })).rejects.toMatchObject({ code: 'invalid-config' });
});

test('listens on a unix socket and trusts all its clients', async () => {
  const file = scratch();
  {
    await using server = await aListener({ address: `unix://${file}` });
    expect(server.listener).toMatchObject({ port: undefined, url: `unix://${file}` });
    const client = await HttpClient.to(server.listener);
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_accounts"}';
    const answer = await client.ask({ body, headers: { host: 'any.example' } });
    expect(JSON.parse(answer.body).result).toHaveLength(2);
  }
  expect(existsSync(file)).toBe(false);
});

test('refuses a socket path that the operating system would truncate', async () => {
  const file = path.join(path.dirname(scratch()), 'a'.repeat(100));
  await expect(aListener({ address: `unix://${file}` })).rejects.toMatchObject({
    code: 'invalid-config',
    message: expect.stringMatching(/^--json-rpc\.address is "unix:.*": expected a socket path of at most \d+ bytes$/),
  });
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('accepts a socket path of the longest size', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halley-'));
  const longest = process.platform === 'linux' ? 107 : 103;
  const file = path.join(folder, 'a'.repeat(longest - folder.length - 1));
  await using server = await aListener({ address: `unix://${file}` });
  expect(await (await HttpClient.to(server.listener)).ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  await expect(aListener({ address: `unix://${file}a` })).rejects.toMatchObject({
    message: expect.stringContaining(`expected a socket path of at most ${longest} bytes`),
  });
});

test('chooses no other port for an address that cannot be used', async () => {
  await expect(aListener({ address: '192.0.2.1:0', orFreePort: true })).rejects.toMatchObject({
    code: 'invalid-config',
  });
});

test('leaves no timer when it is closed before its time limit', async () => {
  const [made, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => [made, cleared].forEach((spy) => void spy.mockRestore()));
  const server = await aListener({ limits: { closeTimeMs: HOUR_MS } });
  const client = await HttpClient.to(server.listener);
  await client.ask({ body: BLOCK_NUMBER });
  await server.listener.close();
  const index = made.mock.calls.findIndex(([, ms]) => ms === HOUR_MS);
  expect(cleared).toHaveBeenCalledWith(made.mock.results[index]?.value);
});

test('reuses a socket file that a killed process left, and no other', async () => {
  const [file, stale] = [scratch(), scratch()];
  const first = await aListener({ address: `unix://${file}` });
  await expect(aListener({ address: `unix://${file}` })).rejects.toMatchObject({ code: 'address-in-use' });
  // A second name for the socket remains after it closes, as the first would if the process were killed.
  linkSync(file, stale);
  await first.listener.close();
  await using second = await aListener({ address: `unix://${stale}` });
  const client = await HttpClient.to(second.listener);
  expect(await client.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
});

test('does not remove a file that is not a socket', async () => {
  const file = scratch();
  writeFileSync(file, 'somebody’s');
  await expect(aListener({ address: `unix://${file}` })).rejects.toMatchObject({ code: 'address-in-use' });
  expect(readFileSync(file, 'utf8')).toBe('somebody’s');
});

test('closes at once when no request is in progress', async () => {
  // The test times out if closing waits for this limit.
  const server = await aListener({ limits: { closeTimeMs: HOUR_MS } });
  const clients = await Promise.all(Array.from({ length: 5 }, () => HttpClient.to(server.listener)));
  for (const [i, client] of clients.entries()) await client.ask({ body: BLOCK_NUMBER, chunked: i % 2 === 0 });
  await server.listener.close();
  expect(server.listener.connections()).toBe(0);
});

test('closes within its time limit, despite calls that hang and clients that stay connected', async () => {
  const server = await aListener();
  server.chain.submit = () => new Promise(() => {});
  const hanging = [await HttpClient.to(server.listener), await HttpClient.to(server.listener)];
  for (const [i, client] of hanging.entries()) client.ask({ body: HANGING, chunked: i === 1 }).catch(() => {});
  const deaf = await aWebSocket(server.listener);
  deaf.socket.pause();
  const leaving = await aWebSocket(server.listener);
  const closed = once(leaving.socket, 'close');
  await Promise.all([server.listener.close(), server.listener.close()]);
  expect(((await closed) as [number])[0]).toBe(1001);
  expect(server.listener.connections()).toBe(0);
  deaf.socket.terminate();
});

test('answers a call that is almost done before it closes', async () => {
  const server = await aListener();
  const client = await HttpClient.to(server.listener);
  const finish = new Promise<() => void>((reached) => {
    server.chain.submit = () =>
      new Promise((resolve) => reached(() => resolve({ type: 'refused', code: 1, codespace: '', log: 'stopping' })));
  });
  const answer = client.ask({ body: HANGING });
  const settle = await finish;
  const closed = server.listener.close();
  settle();
  expect((await answer).body).toContain('stopping');
  await closed;
});
