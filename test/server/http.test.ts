import { expect, test } from 'vitest';
import type { ProtocolHandler, ProtocolRequest } from '../../src/rpc/protocol_handler.js';
import { OPEN_CORS } from '../../src/server/cors.js';
import { createHttpServer } from '../../src/server/http_server.js';
import { DEFAULT_SERVER_LIMITS } from '../../src/server/limits.js';
import { aListener, closing, HttpClient, requestText } from './client.js';

const BLOCK_NUMBER = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":"0x2"}';

for (const chunked of [false, true]) {
  const way = chunked ? 'through Node' : 'through the front';

  test(`answers one request after the other on a connection, ${way}`, async () => {
    await using server = await aListener();
    const client = await HttpClient.to(server.listener);
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await client.ask({ body: BLOCK_NUMBER, chunked });
      expect([status, body]).toEqual([200, ANSWER]);
      expect(headers).toMatchObject({ 'content-type': 'application/json', connection: 'keep-alive' });
      expect(new Date(headers['date'] as string).getTime()).toBeGreaterThan(0);
    }
  });

  test(`answers pipelined requests in order, ${way}`, async () => {
    await using server = await aListener();
    const client = await HttpClient.to(server.listener);
    const ids = Array.from({ length: 20 }, (_, i) => i);
    const method = (id: number): string => (id % 3 === 0 ? 'eth_call' : 'eth_chainId');
    const body = (id: number): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"${method(id)}","params":${id % 3 === 0 ? '[{}]' : '[]'}}`;
    client.socket.write(ids.map((id) => requestText({ body: body(id), chunked })).join(''));
    for (const id of ids) expect(JSON.parse((await client.read()).body)).toMatchObject({ id });
  });

  test(`follows geth's HTTP rules, ${way}`, async () => {
    await using server = await aListener();
    const client = await HttpClient.to(server.listener);
    const plain = { 'content-type': 'text/plain' };
    expect(await client.ask({ body: '1', headers: plain, chunked })).toMatchObject({
      status: 415,
      body: 'invalid content type, only application/json is supported\n',
    });
    expect(await client.ask({ target: '/x', body: '1', chunked })).toMatchObject({
      status: 404,
      body: '404 page not found\n',
    });
    expect(await client.ask({ target: '/?x=1', body: BLOCK_NUMBER, chunked })).toMatchObject({
      status: 200,
      body: ANSWER,
    });
    expect(await client.ask({ body: '', chunked })).toMatchObject({ status: 200, body: '' });
    expect(await client.ask({ method: 'PUT', body: '1', chunked })).toMatchObject({
      status: 405,
      body: '',
      headers: { allow: 'POST' },
    });
    expect(await client.ask({ method: 'GET' })).toMatchObject({ status: 405, body: '' });
  });

  test(`refuses a Host that DNS rebinding could use, ${way}`, async () => {
    await using server = await aListener();
    const client = await HttpClient.to(server.listener);
    for (const host of ['attacker.example', 'attacker.example:8545', '127.0.0.1.attacker.example'])
      expect(await client.ask({ headers: { host }, body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 403 });
    for (const host of ['127.0.0.1:8545', '[::1]:8545', 'localhost', 'halley', 'host.docker.internal', '192.168.1.7'])
      expect(await client.ask({ headers: { host }, body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 200 });
  });

  test(`lets a page of another origin read, but not use the node's keys, ${way}`, async () => {
    await using server = await aListener({ cors: OPEN_CORS });
    const client = await HttpClient.to(server.listener);
    const accounts = '{"jsonrpc":"2.0","id":1,"method":"eth_accounts"}';
    const ask = async (headers: Record<string, string>) =>
      JSON.parse((await client.ask({ headers, body: accounts, chunked })).body).result.length;
    expect(await ask({})).toBe(2);
    expect(await ask({ origin: 'http://localhost:3000' })).toBe(2);
    expect(await ask({ origin: 'https://attacker.example' })).toBe(0);
    expect(await ask({ origin: 'null' })).toBe(0);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(0);
  });

  test(`refuses a body that is too large, ${way}`, async () => {
    await using server = await aListener({ limits: { bodyBytes: 1000 } });
    const client = await HttpClient.to(server.listener);
    const { status, body } = await client.ask({ body: 'x'.repeat(100_000), chunked });
    expect(status).toBe(413);
    expect(body).toMatch(chunked ? /\(at least \d+>1000\)/ : /^content length too large \(100000>1000\)/);
    expect(await client.ask({ body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 200, body: ANSWER });
  });

  test(`reads a body of the size of the limit, and of no byte more, ${way}`, async () => {
    await using server = await aListener({ limits: { bodyBytes: BLOCK_NUMBER.length } });
    const client = await HttpClient.to(server.listener);
    expect(await client.ask({ body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 200, body: ANSWER });
    expect(await client.ask({ body: `${BLOCK_NUMBER} `, chunked })).toMatchObject({ status: 413 });
    const headers = { 'x-unusual': 'yes', connection: 'close' };
    expect(await client.ask({ body: BLOCK_NUMBER, chunked, headers })).toMatchObject({ status: 200, body: ANSWER });
  });

  test(`passes a handler the request as it was sent, ${way}`, async () => {
    const seen: ProtocolRequest[] = [];
    const handler: ProtocolHandler = {
      name: 'echo',
      handle(request) {
        seen.push(request);
        return { status: 418, headers: { 'x-surface': 'yes' }, body: request.body };
      },
    };
    await using server = await aListener({ handler });
    const client = await HttpClient.to(server.listener);
    const headers = { 'X-Custom': ' spaced ', 'content-type': 'garbage' };
    const answer = await client.ask({ target: '/a%20b/../c?x=%31&y', headers, body: 'é€', chunked });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-surface': 'yes', 'content-length': '5' }, body: 'é€' });
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/a%20b/../c', query: 'x=%31&y' });
    expect(seen[0]?.headers).toMatchObject({ 'x-custom': 'spaced', 'content-type': 'garbage' });
    expect(seen[0]?.peer).toEqual({
      address: '127.0.0.1',
      id: `127.0.0.1:${client.socket.localPort}`,
      local: true,
      gone: expect.any(Function),
      reset: expect.any(Function),
      trusted: true,
    });
  });
}

test('marks requests that arrived with others after them, and all requests that Node reads', async () => {
  const piled: (boolean | undefined)[] = [];
  const handler: ProtocolHandler = {
    name: 'listens',
    handle: (request) => {
      piled.push(request.piled);
      return { status: 200, headers: {}, body: '' };
    },
  };
  await using server = await aListener({ handler });
  const client = await HttpClient.to(server.listener);
  client.socket.write(requestText({ body: '1' }).repeat(3));
  for (let i = 0; i < 3; i++) await client.read();
  await client.ask({ body: '1' });
  await client.ask({ body: '1', chunked: true });
  expect(piled).toEqual([true, true, false, false, true]);
});

test('checks for late requests at intervals, even without a time limit', async () => {
  const intervals = [0, 1000, 600_000].map(async (requestTimeMs) => {
    const limits = { ...DEFAULT_SERVER_LIMITS, requestTimeMs };
    const answer = () => ({ status: 200, headers: {}, body: '' });
    const remoteOf = () => ({ address: '', local: true, believed: true, id: '', unix: false });
    const server = await createHttpServer({ answer, limits, remoteOf, bodyTooLarge: undefined, tls: undefined });
    return (server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval;
  });
  expect(await Promise.all(intervals)).toEqual([30_000, 500, 30_000]);
});

test('answers CORS as geth does', async () => {
  await using server = await aListener({ cors: OPEN_CORS });
  const client = await HttpClient.to(server.listener);
  const origin = 'https://dapp.example';
  expect(await client.ask({ body: BLOCK_NUMBER, headers: { origin } })).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': '*', vary: 'Origin' },
  });
  expect(
    await client.ask({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    }),
  ).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    },
  });
  expect(await client.ask({ method: 'OPTIONS' })).toMatchObject({ status: 405 });
});

test('serves requests that arrive in pieces', async () => {
  await using server = await aListener();
  const client = await HttpClient.to(server.listener);
  client.socket.setNoDelay(true);
  for (const pieces of [2, 5, 40]) {
    const text = requestText({ body: BLOCK_NUMBER });
    const size = Math.ceil(text.length / pieces);
    for (let at = 0; at < text.length; at += size) {
      client.socket.write(text.slice(at, at + size));
      await new Promise(setImmediate);
    }
    expect(await client.read()).toMatchObject({ status: 200, body: ANSWER });
  }
});

test('passes a connection with an unusual request to Node and continues to answer', async () => {
  await using server = await aListener();
  const client = await HttpClient.to(server.listener);
  for (const chunked of [false, true, false, true])
    expect(await client.ask({ body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 200, body: ANSWER });
  client.socket.write(requestText({ body: BLOCK_NUMBER }) + requestText({ body: BLOCK_NUMBER, chunked: true }));
  for (let i = 0; i < 2; i++) expect(await client.read()).toMatchObject({ status: 200, body: ANSWER });
});

test('ignores an offer to speak HTTP/2', async () => {
  await using server = await aListener();
  const client = await HttpClient.to(server.listener);
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
  expect(await client.ask({ headers, body: BLOCK_NUMBER })).toMatchObject({ status: 200, body: ANSWER });
});

test("refuses invalid HTTP with Go's messages", async () => {
  await using server = await aListener();
  const host = 'host: x\r\n';
  for (const [text, status, words = status] of [
    ['nonsense\r\n\r\n', '400 Bad Request'],
    ['POST / HTTP/1.1\r\n\r\n', '400 Bad Request: missing required Host header'],
    [`GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(21_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
    [
      `POST / HTTP/1.1\r\n${host}transfer-encoding: gzip\r\n\r\n`,
      '501 Not Implemented',
      'Unsupported transfer encoding',
    ],
  ] as const) {
    const client = await HttpClient.to(server.listener);
    client.socket.write(text);
    expect(await closing(client)).toBe(
      `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${words}`,
    );
  }
});

test('requires no Host from a client of HTTP/1.0', async () => {
  await using server = await aListener();
  const client = await HttpClient.to(server.listener);
  client.socket.write('GET / HTTP/1.0\r\n\r\n');
  expect(await client.read()).toMatchObject({ status: 405 });
});

test('answers a request in progress when the client has finished sending', async () => {
  await using server = await aListener();
  const client = await HttpClient.to(server.listener);
  client.socket.end(requestText({ body: '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{}]}' }));
  expect(await client.read()).toMatchObject({ body: '{"jsonrpc":"2.0","id":1,"result":"0x"}' });
});

test('answers nothing more to a client that does not read, until it reads', async () => {
  let answers = 0;
  const handler: ProtocolHandler = {
    name: 'large',
    handle() {
      answers++;
      return { status: 200, headers: {}, body: 'x'.repeat(1_000_000) };
    },
  };
  await using server = await aListener({ handler });
  const client = await HttpClient.to(server.listener);
  client.socket.pause();
  client.socket.write(requestText({ body: '1' }).repeat(100));
  while (answers === 0) await new Promise(setImmediate);
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(answers).toBeLessThan(50);
  client.socket.resume();
  for (let i = 0; i < 100; i++) expect((await client.read()).status).toBe(200);
});

test('queues connections beyond the limit', async () => {
  await using server = await aListener({ limits: { connections: 1 } });
  const first = await HttpClient.to(server.listener);
  expect(await first.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  const waiting = [await HttpClient.to(server.listener), await HttpClient.to(server.listener)];
  const answers: unknown[] = [];
  for (const client of waiting) void client.ask({ body: BLOCK_NUMBER }).then((answer) => answers.push(answer));
  expect(await first.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  expect([answers.length, server.listener.connections()]).toEqual([0, 1]);
  for (const [i, client] of [first, ...waiting].entries()) {
    while (answers.length < i) await new Promise(setImmediate);
    client.socket.destroy();
  }
  expect(answers).toMatchObject([
    { status: 200, body: ANSWER },
    { status: 200, body: ANSWER },
  ]);
});

test('drops a queued connection that the client ends, and all queued ones when it closes', async () => {
  const server = await aListener({ limits: { connections: 1 } });
  const first = await HttpClient.to(server.listener);
  await first.ask({ body: BLOCK_NUMBER });
  const [impatient, patient] = [await HttpClient.to(server.listener), await HttpClient.to(server.listener)];
  impatient.socket.resetAndDestroy();
  const last = await HttpClient.to(server.listener);
  first.socket.destroy();
  expect(await patient.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  const dropped = last.ask({ body: BLOCK_NUMBER });
  await Promise.all([expect(dropped).rejects.toThrow('the connection ended'), server.listener.close()]);
});

test('serves any number of connections without a limit', async () => {
  await using server = await aListener({ limits: { connections: 0 } });
  const clients = await Promise.all(Array.from({ length: 20 }, () => HttpClient.to(server.listener)));
  for (const client of clients) expect(await client.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  expect(server.listener.connections()).toBe(20);
});

test('reads heads up to its limit, and answers 431 beyond it', async () => {
  await using server = await aListener({ limits: { headerBytes: 1_048_576 } });
  const client = await HttpClient.to(server.listener);
  const head = (bytes: number) => ({ headers: { 'x-long': 'y'.repeat(bytes) }, body: BLOCK_NUMBER });
  for (const bytes of [10_000, 20_000, 1_000_000, 100])
    expect(await client.ask(head(bytes))).toMatchObject({ status: 200, body: ANSWER });
  client.socket.write(requestText(head(1_100_000)));
  const refusal = await closing(client);
  expect(refusal.startsWith('HTTP/1.1 431 Request Header Fields Too Large\r\n')).toBe(true);
  expect(refusal.endsWith('\r\n\r\n431 Request Header Fields Too Large')).toBe(true);
});

test('ends a connection whose request does not arrive in time', async () => {
  await using server = await aListener({ limits: { requestTimeMs: 300 } });
  const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n';
  for (const [text, words] of [
    ['POST / HTT', '400 Bad Request'],
    [`${chunked}x-`, '400 Bad Request'],
    [`${chunked}\r\n5\r\n12`, ''],
  ] as const) {
    const client = await HttpClient.to(server.listener);
    client.socket.write(text);
    const said = await closing(client);
    expect(said.slice(said.indexOf('\r\n\r\n')).trim(), text).toBe(words);
  }
});

test('answers too large a body as its handler specifies', async () => {
  const bodyTooLarge = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"large"}' };
  const handler: ProtocolHandler = {
    name: 'small',
    bodyTooLarge,
    handle: () => ({ status: 200, headers: {}, body: '' }),
  };
  await using server = await aListener({ handler, limits: { bodyBytes: 10 } });
  const client = await HttpClient.to(server.listener);
  for (const chunked of [false, true])
    expect(await client.ask({ body: 'x'.repeat(11), chunked })).toMatchObject({ status: 400, body: bodyTooLarge.body });
  expect(await client.ask({ body: 'x'.repeat(10) })).toMatchObject({ status: 200 });
});

test('adds its own headers to the response to a preflight', async () => {
  const preflightHeaders = () => ({ 'x-server-time': '7' });
  await using server = await aListener({ cors: OPEN_CORS, preflightHeaders });
  const client = await HttpClient.to(server.listener);
  const headers = { origin: 'https://dapp.example', 'access-control-request-method': 'POST' };
  expect(await client.ask({ method: 'OPTIONS', headers })).toMatchObject({
    status: 204,
    headers: { 'x-server-time': '7', 'access-control-allow-origin': '*' },
  });
  expect((await client.ask({ body: BLOCK_NUMBER })).headers['x-server-time']).toBeUndefined();
});

test('ends idle connections', async () => {
  await using server = await aListener({ limits: { idleTimeMs: 30 } });
  const client = await HttpClient.to(server.listener);
  await expect(client.read()).rejects.toThrow('the connection ended');
});

test('ends a call that takes longer than the time limit', async () => {
  const schedule = (_: number, action: () => void) => {
    const timer = setImmediate(action);
    return () => clearImmediate(timer);
  };
  await using server = await aListener({ node: { schedule } });
  server.chain.submit = () => new Promise(() => {});
  const client = await HttpClient.to(server.listener);
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x01"]}';
  expect(JSON.parse((await client.ask({ body })).body)).toMatchObject({
    error: { code: -32002, message: 'request timed out' },
  });
});

test('answers 500 when a handler throws, and reports it', async () => {
  const crashes: unknown[] = [];
  const handler: ProtocolHandler = {
    name: 'broken',
    handle: ({ path }) => (path === '/later' ? Promise.reject(new TypeError('later')) : raise(new TypeError('now'))),
  };
  await using server = await aListener({ handler, onCrash: (name, error) => crashes.push([name, String(error)]) });
  const client = await HttpClient.to(server.listener);
  for (const target of ['/now', '/later'])
    expect(await client.ask({ target, body: '1' })).toMatchObject({ status: 500 });
  expect(crashes).toEqual([
    ['broken', 'TypeError: now'],
    ['broken', 'TypeError: later'],
  ]);
});

function raise(error: Error): never {
  throw error;
}
