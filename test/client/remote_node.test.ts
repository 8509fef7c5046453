/** Tests calls of a remote node that answers well, badly, late and not at all. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { HttpPoster } from '../../src/client/http_post.js';
import { budgetMs } from '../../src/client/rate_limit.js';
import { RemoteNode, type RemoteNodeOptions } from '../../src/client/remote_node.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { aCertificate } from '../server/certificate.js';
import {
  type Asked,
  answers,
  type Delays,
  echoes,
  type FakeNode,
  fakeNode,
  instantly,
  type Reply,
  TIMEOUT_MS,
} from './remote_kit.js';

const clients: RemoteNode[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

interface Kit extends Delays {
  readonly node: FakeNode;
  readonly client: RemoteNode;
}

async function kitOf(
  reply: (asked: Asked, index: number) => Reply,
  options: Partial<RemoteNodeOptions> = {},
): Promise<Kit> {
  const node = await fakeNode(reply);
  const delays = instantly();
  const client = new RemoteNode({ url: node.url, timeoutMs: TIMEOUT_MS, schedule: delays.schedule, ...options });
  clients.push(client);
  return { ...delays, node, client };
}

/** Returns the failure of a call, with the port replaced. No text of it may have a secret. */
async function failureOf(answer: Promise<unknown>): Promise<{ code: string; message: string; facts: object }> {
  const error = await answer.then(
    (result) => new Error(`no failure: ${JSON.stringify(result)}`),
    (one: unknown) => one,
  );
  if (!(error instanceof HalleyError)) throw error;
  expect(JSON.stringify([error.message, error.facts, error.stack, String(error.cause)])).not.toContain('SECRET');
  return { code: error.code, message: error.message.replace(/127\.0\.0\.1:\d+/, 'host'), facts: error.facts };
}

const sizes = ({ asked }: FakeNode): number[] => asked.map(({ requests }) => requests.length);
const ok = (asked: Asked): Reply => answers(asked, ({ params }) => params[0]);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const gets = (count: number) => numbers(count).map((i) => ({ method: 'get', params: [i] }));
const always = (reply: Reply) => () => reply;
const once = (reply: Reply) => (asked: Asked, index: number) => (index === 0 ? reply : ok(asked));

describe('a call of a remote node', () => {
  it('sends the credentials and the headers, and returns the result', async () => {
    const { client, node } = await kitOf(echoes, { headers: { 'x-key': 'SECRETheader' } });
    expect(await client.call('eth_getCode', ['0x1', 'latest'])).toEqual(['eth_getCode', '0x1', 'latest']);
    const [{ headers, url } = { headers: {}, url: '' }] = node.asked;
    expect(headers).toMatchObject({ 'x-key': 'SECRETheader', authorization: expect.stringMatching(/^Basic /) });
    expect(url).toBe('/v2/SECRETpath/?key=SECRETquery');
    expect(client.label).toBe(`http://127.0.0.1:${node.port}`);
  });

  it('returns a result that is null', async () => {
    const { client } = await kitOf((asked) => answers(asked, () => null));
    expect(await client.call('x', [])).toBeNull();
  });

  it('fails with the error of the node, its code and its data', async () => {
    const error = { code: 3, message: 'execution\nreverted at /v2/SECRETpath', data: '0x08c379a0' };
    const { client, node } = await kitOf(({ requests: [{ id } = {}] }) => ({ body: JSON.stringify({ id, error }) }));
    expect(await failureOf(client.call('eth_call', []))).toEqual({
      code: 'remote-error',
      message: 'http://host answered eth_call with an error: execution reverted at …',
      facts: { method: 'eth_call', code: 3, data: '0x08c379a0', message: 'execution\nreverted at …' },
    });
    expect(sizes(node)).toEqual([1]);
  });

  it('fails with the error of a node that could not read the request', async () => {
    const error = { code: -32700, message: 'parse error' };
    const { client } = await kitOf(always({ status: 400, body: JSON.stringify({ id: null, error }) }));
    expect(await failureOf(client.call('x', []))).toMatchObject({ code: 'remote-error', facts: { code: -32700 } });
  });
});

describe('calls of one turn', () => {
  it('share one request, and their answers may have any order', async () => {
    const { client, node } = await kitOf((asked) => {
      const all = asked.requests.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[0] }));
      return { body: JSON.stringify(all.reverse()) };
    });
    const [single, many] = await Promise.all([client.call('get', ['one']), client.calls(gets(5))]);
    expect([single, many]).toEqual(['one', numbers(5)]);
    expect(sizes(node)).toEqual([6]);
  });

  it('have the first of two answers with one id', async () => {
    const { client } = await kitOf(({ requests }) => ({
      body: JSON.stringify(
        requests.flatMap(({ id }, i) => [`first ${i}`, `second ${i}`].map((result) => ({ id, result }))),
      ),
    }));
    expect(await client.calls(gets(2))).toEqual(['first 0', 'first 1']);
  });

  it('are split by the limit of a batch', async () => {
    const { client, node } = await kitOf(ok);
    expect(await client.calls(gets(250))).toEqual(numbers(250));
    expect(sizes(node).sort((a, b) => a - b)).toEqual([50, 100, 100]);
  });

  it('are split by the length of their text', async () => {
    const { client, node } = await kitOf((asked) => answers(asked, () => 1));
    await client.calls(numbers(5).map(() => ({ method: 'eth_call', params: ['x'.repeat(200_000)] })));
    expect(sizes(node).sort((a, b) => a - b)).toEqual([1, 2, 2]);
  });

  it('are limited in the requests under way', async () => {
    const { client, node, expire } = await kitOf(always('silence'));
    const all = client.calls(gets(5000));
    await node.arrived(16);
    expire();
    expect(await failureOf(all)).toMatchObject({ code: 'unavailable' });
    expect(node.asked.length).toBe(16);
  });

  it('fail one by one where the node refuses one of them', async () => {
    const { client } = await kitOf(({ requests }) => ({
      body: JSON.stringify(
        requests.map(({ id, params: [n] }) =>
          n === 1 ? { id, error: { code: 1, message: 'no' } } : { id, result: n },
        ),
      ),
    }));
    const results = await Promise.allSettled(gets(3).map(({ method, params }) => client.call(method, params)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it.each<[string, Reply]>([
    ['an error', { body: JSON.stringify({ id: null, error: { code: -32600, message: 'batch too large' } }) }],
    ['HTTP status 413', { status: 413, body: 'Payload Too Large' }],
    ['HTTP status 400', { status: 400, body: 'no batches' }],
  ])('go in smaller requests to a node that refuses large ones by %s', async (_, refusal) => {
    const { client, node, delays } = await kitOf((asked) => (asked.requests.length > 7 ? refusal : ok(asked)));
    expect(await client.calls(gets(40))).toEqual(numbers(40));
    expect(sizes(node).filter((size) => size > 7)).toEqual([40, 10, 10, 10, 10]);
    expect(delays).toEqual([]);
    const before = node.asked.length;
    await client.calls(gets(4));
    expect(sizes(node).slice(before).length).toBeLessThanOrEqual(2);
  });

  it('have all their attempts after a refusal of the batch', async () => {
    const { client, delays } = await kitOf((asked, index) => {
      if (asked.isBatch) return { status: 413, body: 'Payload Too Large' };
      return index < 3 ? { status: 502, body: 'Bad gateway' } : ok(asked);
    });
    expect(await client.calls(gets(2))).toEqual(numbers(2));
    expect(delays).toEqual([1000, 1000]);
  });

  it('go alone to a node that knows no batches', async () => {
    const refusal = { body: JSON.stringify({ id: null, error: { code: -32600, message: 'no batches' } }) };
    const { client, node } = await kitOf((asked) => (asked.isBatch ? refusal : ok(asked)));
    expect(await client.calls(gets(20))).toEqual(numbers(20));
    expect(node.asked.filter(({ isBatch }) => isBatch).length).toBeLessThan(6);
  });

  it('end with the refusal of a node that takes no form of them', async () => {
    const { client } = await kitOf(always({ status: 403, body: 'no access with /v2/SECRETpath' }));
    expect(await failureOf(client.calls(gets(3)))).toMatchObject({
      code: 'unavailable',
      message: 'http://host answered with HTTP status 403 and "no access with …" (get)',
    });
  });
});

describe('a request that failed', () => {
  it.each<[string, Reply]>([
    ['status 500', { status: 500, body: 'oops' }],
    ['status 408', { status: 408, body: 'too slow' }],
    ['status 503 with JSON', { status: 503, body: '{"error":{"message":"down"}}' }],
    ['a truncated body', { body: '[{"jsonrpc":"2.0","id":1,"res' }],
    ['an empty body', { body: '' }],
    ['an empty batch', { body: '[]' }],
    ['wrong ids', { body: '[{"id":"x","result":7},{"id":-1,"result":7},{"result":7},5,null]' }],
    ['answers without a result', { body: '[{"id":1},{"id":2}]' }],
    ['a lost connection', { cut: 'before' }],
    ['a connection that ends inside of the body', { cut: 'inside' }],
  ])('is sent again after %s, with delays that double', async (_, reply) => {
    const { client, node, delays } = await kitOf((asked, index) => (index < 3 ? reply : ok(asked)), {
      retryBackoffMs: 10,
    });
    expect(await client.call('get', [1])).toBe(1);
    expect(delays).toEqual([10, 20, 40]);
    expect(node.asked.length).toBe(4);
  });

  it('is sent again only for the calls without an answer', async () => {
    const { client, node } = await kitOf((asked, index) => {
      const some = index === 0 ? asked.requests.slice(0, 2) : asked.requests;
      return answers({ ...asked, requests: some, isBatch: true }, ({ params }) => params[0]);
    });
    expect(await client.calls(gets(5))).toEqual(numbers(5));
    expect(node.asked.flatMap(({ requests }) => requests.map(({ params }) => params[0]))).toEqual([
      0, 1, 2, 3, 4, 2, 3, 4,
    ]);
  });

  it('is sent again in halves, and calls behind one that goes alone do not join it', async () => {
    const node = await fakeNode((asked, index) =>
      index === 0 || index === 3 ? { status: 502, body: 'Bad' } : ok(asked),
    );
    const timers: (() => void)[] = [];
    const schedule = (ms: number, action: () => void) => {
      if (ms === 1000) timers.push(action);
      return () => undefined;
    };
    const client = new RemoteNode({ url: node.url, timeoutMs: TIMEOUT_MS, schedule });
    clients.push(client);
    const passed = async (): Promise<void> => {
      while (timers.length === 0) await new Promise(setImmediate);
    };
    const five = client.calls(gets(5));
    await passed();
    timers.splice(0)[0]?.();
    expect([await five, sizes(node)]).toEqual([numbers(5), [5, 3, 2]]);
    const two = client.calls(gets(2));
    await passed();
    const later = client.call('get', [7]);
    timers.splice(0)[0]?.();
    expect([await two, await later, sizes(node).slice(3)]).toEqual([[0, 1], 7, [2, 1, 1, 1]]);
  });

  it('is sent again for an answer that has neither result nor error', async () => {
    const { client, node } = await kitOf((asked, index) => {
      if (index > 0) return ok(asked);
      return { body: JSON.stringify(asked.requests.map(({ id }, i) => (i === 0 ? { id } : { id, result: 40 + i }))) };
    });
    expect(await client.calls(gets(2))).toEqual([0, 41]);
    expect(sizes(node)).toEqual([2, 1]);
  });

  it.each<[string, Reply]>([
    ['status 408', { status: 408, body: 'timeout' }],
    ['an error with status 500 and without an id', { status: 500, body: '{"error":{"code":-32603,"message":"oh"}}' }],
    [
      'an error for a rate in numbers',
      { body: '{"error":{"code":-32005,"message":"rate limit: more than 5 requests"}}' },
    ],
  ])('is sent again after %s', async (_, reply) => {
    const { client, delays } = await kitOf(once(reply));
    expect(await client.call('get', [6])).toBe(6);
    expect(delays).toEqual([1000]);
  });

  it('is repeated as often as the option says, and the error has the text of the node', async () => {
    const { client, node, delays } = await kitOf(always({ status: 502, body: '<h1>Bad\n gateway</h1>' }), {
      retries: 2,
    });
    expect(await failureOf(client.call('eth_chainId', []))).toEqual({
      code: 'unavailable',
      message:
        'http://host answered with HTTP status 502 and "<h1>Bad gateway</h1>" (eth_chainId, the last of 3 attempts)',
      facts: { method: 'eth_chainId', attempts: 3 },
    });
    expect([node.asked.length, delays]).toEqual([3, [1000, 2000]]);
  });

  it.each<[string, Reply, string]>([
    [
      'HTML',
      { body: '<!doctype html><p>Welcome' },
      'http://host answered with HTTP status 200 and "<!doctype html><p>Welcome" (x)',
    ],
    [
      'status 404',
      { status: 404, body: 'Cannot POST /v2/SECRETpath/' },
      'http://host answered with HTTP status 404 and "Cannot POST …" (x)',
    ],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://SECRET' }, body: 'SECRET' },
      'http://host answered with HTTP status 301, a redirect, which is not followed (x)',
    ],
  ])('is not sent again after %s', async (_, reply, message) => {
    const { client, node } = await kitOf(always(reply));
    expect(await failureOf(client.call('x', []))).toMatchObject({ code: 'unavailable', message });
    expect(node.asked.length).toBe(1);
  });

  it('ends with its time limit', async () => {
    const { client, node, expire } = await kitOf(always('silence'));
    const answer = client.call('x', []);
    await node.arrived(1);
    expire();
    expect(await failureOf(answer)).toMatchObject({
      message: `http://host cannot be reached: no response within ${TIMEOUT_MS} ms (x)`,
    });
  });

  it('is not sent again to a port where nothing listens', async () => {
    const { schedule, delays } = instantly();
    const client = new RemoteNode({ url: 'http://127.0.0.1:1/SECRET', schedule });
    expect(await failureOf(client.call('x', []))).toMatchObject({
      message: 'http://host cannot be reached: nothing listens there (x)',
    });
    expect(delays.filter((ms) => ms === 1000)).toEqual([]);
  });

  it('tells that a port of HTTP does not speak TLS', async () => {
    const { node } = await kitOf(always('silence'));
    const client = new RemoteNode({ url: `https://127.0.0.1:${node.port}/SECRET` });
    expect(await failureOf(client.call('x', []))).toMatchObject({
      message: 'https://host cannot be reached: the server does not speak TLS (x)',
    });
  });

  it('uses a new connection when the node has closed an idle one', async () => {
    const { client, node, delays } = await kitOf((asked, index) => (index === 1 ? { cut: 'before' } : ok(asked)));
    expect(await client.call('get', [1])).toBe(1);
    expect(await client.call('get', [2])).toBe(2);
    expect([node.asked.length, delays]).toEqual([3, []]);
  });
});

it('waits as long as a server that is down asks for', async () => {
  const { client, delays } = await kitOf(once({ status: 503, headers: { 'retry-after': '9' }, body: 'down' }));
  expect(await client.call('get', [4])).toBe(4);
  expect(delays).toEqual([9000]);
});

it('counts a response that breaks off as a failure, also on a connection that was used before', async () => {
  const { client, delays } = await kitOf((asked, index) => (index === 1 ? { cut: 'inside' } : ok(asked)));
  for (const n of [5, 6]) expect(await client.call('get', [n])).toBe(n);
  expect(delays).toEqual([1000]);
});

it('hides a part of the path that is encoded in the URL and plain in an error', async () => {
  const { client, node } = await kitOf(({ requests: [{ id } = {}] }) => ({
    body: JSON.stringify({ id, error: { code: 1, message: 'the key a/SECRET key is unknown' } }),
  }));
  client.setUrl(`http://127.0.0.1:${node.port}/v3/a%2FSECRET%20key/x`);
  expect((await failureOf(client.call('x', []))).message).toBe(
    'http://host answered x with an error: the key … is unknown',
  );
});

it('hides parts of the URL from four characters on, whole ones first, and changes no data in hex', async () => {
  const error = { code: 1, message: 'abcd, abcdef12 and abc', data: '0xabcdef12' };
  const { client, node } = await kitOf(({ requests: [{ id } = {}] }) => ({ body: JSON.stringify({ id, error }) }));
  client.setUrl(`http://127.0.0.1:${node.port}/abc/abcd/abcdef12`);
  expect(await failureOf(client.call('x', []))).toMatchObject({
    message: 'http://host answered x with an error: …, … and abc',
    facts: { data: '0xabcdef12' },
  });
});

it('ends the connection of a response that is too long', async () => {
  const closed = new Promise<string>((resolve) => {
    const server = createServer((incoming, response) => {
      incoming.socket.on('close', () => resolve('closed'));
      response.write('x'.repeat(100));
    }).listen(0, '127.0.0.1', async () => {
      const poster = new HttpPoster(instantly().schedule, 1);
      onTestFinished(() => {
        poster.close();
        server.close();
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const sent = { url, headers: {}, body: '{}', timeoutMs: TIMEOUT_MS, maxBytes: 99 };
      expect(await poster.post(sent)).toEqual({ type: 'too-long' });
    });
  });
  expect(await closed).toBe('closed');
});

it('keeps one connection over TLS until it is closed', async () => {
  const { certFile, keyFile, cert: ca } = aCertificate();
  const server = createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (incoming, response) => {
    incoming.resume();
    response.end('{"id":1,"result":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // The client has no option for a certificate of its own.
  const tls = createRequire(import.meta.url)('node:tls') as { connect: (options: object) => Socket };
  const { connect } = tls;
  const sockets: Socket[] = [];
  tls.connect = (options) => {
    const socket = connect({ ...options, ca });
    sockets.push(socket);
    return socket;
  };
  onTestFinished(() => {
    tls.connect = connect;
  });
  const poster = new HttpPoster(instantly().schedule, 1);
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sent = { url, headers: {}, body: '{}', timeoutMs: TIMEOUT_MS, maxBytes: 99 };
  for (let count = 0; count < 3; count++) expect(await poster.post(sent)).toMatchObject({ status: 200 });
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false]);
  poster.close();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it.each([
  ['equal to', 0, 'response'],
  ['one more than', 1, 'too-long'],
] as const)('takes a body whose length is %s the limit: %i', async (_, more, type) => {
  const body = 'x'.repeat(5000);
  const { port } = await fakeNode(always({ body }));
  const poster = new HttpPoster(instantly().schedule, 1);
  const sent = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', timeoutMs: TIMEOUT_MS };
  expect((await poster.post({ ...sent, maxBytes: body.length - more })).type).toBe(type);
  poster.close();
});

describe('the timers of a remote node', () => {
  /** Starts a node, whose timers never fire. */
  async function waiting(reply: Reply | ((asked: Asked) => Reply)) {
    const timers = new Set<number>();
    const schedule = (ms: number) => {
      timers.add(ms);
      return () => void timers.delete(ms);
    };
    return { timers, ...(await kitOf(typeof reply === 'function' ? reply : always(reply), { schedule })) };
  }

  it('end with the response', async () => {
    const { client, timers } = await waiting(ok);
    expect(await client.call('get', [3])).toBe(3);
    expect([...timers]).toEqual([]);
  });

  it('end when it is closed', async () => {
    const { client, timers } = await waiting({ status: 502, body: 'Bad gateway' });
    const call = failureOf(client.call('get', [3]));
    while (!timers.has(1000)) await new Promise(setImmediate);
    client.close();
    expect([...timers]).toEqual([]);
    expect(await call).toMatchObject({ code: 'unavailable' });
  });
});

it.each([
  ['as many calls as a second allows', 330, 19, 40, 0],
  ['one call more', 330, 20, 40, 1000],
  ['fewer calls than were ahead once', 330, 40, 400, 2000],
  ['calls that had few ahead', 330, 400, 18, 0],
])('has a budget for %s', (_, unitsPerSecond, isOpen, ahead, ms) => {
  expect(budgetMs(unitsPerSecond, isOpen, ahead)).toBe(ms);
});

describe('a node that limits rates', () => {
  const body = JSON.stringify({ error: { code: 429, message: 'Too many requests for SECRETpath' } });
  const limit = (headers: Record<string, string> = {}): Reply => ({ status: 429, headers, body });

  it.each<[string, Record<string, string>, number]>([
    ['no header', {}, 1000],
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:20 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, 20_000],
    ['nonsense', { 'retry-after': 'soon' }, 1000],
    ['the longest time', { 'retry-after': '60' }, 60_000],
  ])('is asked again after the time of its header: %s', async (_, headers, delay) => {
    const { client, delays } = await kitOf(once(limit(headers)));
    expect(await client.call('get', [1])).toBe(1);
    expect(delays).toEqual([delay]);
  });

  it('that asks for a long time is given up with its text', async () => {
    const { client } = await kitOf(always(limit({ 'retry-after': '3600' })));
    expect((await failureOf(client.call('x', []))).message).toMatch(
      /^http:\/\/host answered with HTTP status 429 and .*Too many requests for ….*, and asks to wait 3600 s \(x\)$/,
    );
  });

  it('may say so in an answer of a batch', async () => {
    const { client, node, delays } = await kitOf((asked, index) => {
      if (index > 0) return ok(asked);
      const error = { code: -32005, message: 'daily request count exceeded, request rate limited' };
      return { body: JSON.stringify(asked.requests.map(({ id }, i) => (i === 1 ? { id, error } : { id, result: i }))) };
    });
    expect(await client.calls(gets(3))).toEqual([0, 1, 2]);
    expect([sizes(node), delays]).toEqual([[3, 1], [1000]]);
  });

  it('is not meant by an error for too many results', async () => {
    const error = { code: -32005, message: 'query returned more than 10000 results' };
    const { client, node } = await kitOf(({ requests: [{ id } = {}] }) => ({ body: JSON.stringify({ id, error }) }));
    expect(await failureOf(client.call('eth_getLogs', []))).toMatchObject({
      code: 'remote-error',
      facts: { code: -32005 },
    });
    expect(node.asked.length).toBe(1);
  });

  it('gets nothing else meanwhile', async () => {
    const node = await fakeNode(once(limit()));
    const later: (() => void)[] = [];
    const client = new RemoteNode({
      url: node.url,
      schedule: (ms, action) => {
        if (ms === 1000) later.push(action);
        return () => undefined;
      },
    });
    clients.push(client);
    const first = client.call('get', [1]);
    while (later.length === 0) await new Promise(setImmediate);
    const second = client.call('get', [2]);
    await new Promise(setImmediate);
    expect(node.asked.length).toBe(1);
    later[0]?.();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('gets nothing before the last of several waits has passed', async () => {
    const node = await fakeNode((asked, index) => (index < 2 ? limit() : ok(asked)));
    const waits: (() => void)[] = [];
    const schedule = (ms: number, action: () => void) => {
      if (ms !== TIMEOUT_MS) waits.push(action);
      return () => undefined;
    };
    const client = new RemoteNode({ url: node.url, timeoutMs: TIMEOUT_MS, computeUnitsPerSecond: 0, schedule });
    clients.push(client);
    const all = client.calls(gets(101));
    while (waits.length < 2) await new Promise(setImmediate);
    waits[0]?.();
    // A request would arrive within these turns.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(node.asked.length).toBe(2);
    waits[1]?.();
    expect(await all).toEqual(numbers(101));
  });

  it.each([
    [330, [1000, 6000, 11_000, 16_000]],
    [0, [1000, 1000, 1000, 1000]],
  ])('gets calls by a budget of %i compute units a second', async (computeUnitsPerSecond, expected) => {
    const delays: number[] = [];
    const schedule = (ms: number) => {
      if (ms !== TIMEOUT_MS) delays.push(ms);
      return () => undefined;
    };
    const { client, node } = await kitOf(always(limit()), { computeUnitsPerSecond, schedule });
    const all = client.calls(gets(400));
    await node.arrived(4);
    while (delays.length < 4) await new Promise(setImmediate);
    client.close();
    expect(await failureOf(all)).toMatchObject({ code: 'unavailable' });
    expect(delays.sort((one, other) => one - other)).toEqual(expected);
  });
});

describe('another URL', () => {
  it('gets the calls from then on, without the headers of another host', async () => {
    const { client } = await kitOf(ok, { headers: { 'x-key': 'SECRETheader' } });
    await client.call('get', [1]);
    const other = await fakeNode(ok);
    client.setUrl(`http://localhost:${other.port}/`);
    expect(await client.call('get', [2])).toBe(2);
    expect(other.asked[0]?.headers).not.toHaveProperty('x-key');
    expect(client.label).toBe(`http://localhost:${other.port}`);
  });

  it('does not get the headers when it is set again', async () => {
    const { client } = await kitOf(ok, { headers: { 'x-key': 'SECRETheader' } });
    const other = await fakeNode(ok);
    for (const path of ['', 'other']) client.setUrl(`http://localhost:${other.port}/${path}`);
    await client.call('get', [1]);
    expect(other.asked[0]?.headers).not.toHaveProperty('x-key');
  });

  it('of the same host keeps the headers', async () => {
    const { client, node } = await kitOf(ok, { headers: { 'x-key': 'SECRETheader' } });
    client.setUrl(`http://127.0.0.1:${node.port}/other`);
    await client.call('get', [1]);
    expect(node.asked[0]).toMatchObject({ url: '/other/', headers: { 'x-key': 'SECRETheader' } });
  });

  it('gets whole batches, also after a node that takes none', async () => {
    const refusal = { body: JSON.stringify({ id: null, error: { code: -32600, message: 'no batches' } }) };
    const { client, node } = await kitOf((asked) => (asked.isBatch ? refusal : ok(asked)));
    expect(await client.calls(gets(20))).toEqual(numbers(20));
    const before = node.asked.length;
    expect(await client.calls(gets(3))).toEqual(numbers(3));
    expect(sizes(node).slice(before)).toEqual([1, 1, 1]);
    const other = await fakeNode(ok);
    client.setUrl(`http://localhost:${other.port}/`);
    expect(await client.calls(gets(20))).toEqual(numbers(20));
    expect(sizes(other)).toEqual([20]);
  });

  it('is not named by the failure of a call that went to the one before', async () => {
    const { client, node, expire } = await kitOf(always('silence'));
    const call = failureOf(client.call('x', []));
    await node.arrived(1);
    client.setUrl('http://other.example/');
    expire();
    expect((await call).message).toBe(`http://host cannot be reached: no response within ${TIMEOUT_MS} ms (x)`);
  });

  it('that is invalid is refused, and changes nothing', async () => {
    const { client } = await kitOf(ok);
    expect(() => client.setUrl('ftp://SECRET')).toThrow('the URL begins with "ftp://"');
    expect(await client.call('get', [1])).toBe(1);
  });
});

it('reads less of a response to calls whose results are short', async () => {
  const long = ' '.repeat(17 * 1024 * 1024);
  const { client } = await kitOf((asked) => ({ body: `${(answers(asked, () => 1) as { body: string }).body}${long}` }));
  expect(await failureOf(client.call('eth_getBalance', []))).toMatchObject({
    code: 'limit-exceeded',
    message: 'http://host answered with more than 16777216 bytes (eth_getBalance)',
  });
  expect(await client.call('eth_getLogs', [])).toBe(1);
  for (const params of [['0x7'], ['0x7', true]]) expect(await client.call('eth_getBlockByNumber', params)).toBe(1);
  const mixed = ['eth_getBalance', 'eth_getLogs'].map((method) => ({ method, params: [] }));
  expect(await client.calls(mixed)).toEqual([1, 1]);
});

it('a closed client rejects the open calls and later ones', async () => {
  const { client, node } = await kitOf(always('silence'));
  const open = client.call('x', []);
  await node.arrived(1);
  client.close();
  for (const call of [open, client.call('x', [])])
    expect(await failureOf(call)).toMatchObject({
      code: 'unavailable',
      message: 'the connection to http://host was closed',
    });
});

it('a client that is closed again has its first reason', async () => {
  const { client } = await kitOf(ok);
  const [first, second] = ['reset', 'closed'].map((why) => new HalleyError('unavailable', why));
  client.close(first);
  client.close(second);
  await expect(client.call('x', [])).rejects.toBe(first);
});
