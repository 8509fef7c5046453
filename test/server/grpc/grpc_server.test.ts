/** gRPC on real sockets: what clients of grpc-go see for good and bad input. */
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { GrpcCode, GrpcError, OK_TRAILERS, refusedCall } from '../../../src/rpc/grpc/status.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../../../src/rpc/protocol_handler.js';
import { type ListenOptions, listen } from '../../../src/server/listener.js';
import { answered, call, callHeaders, connected } from './client.js';

const message = (body: Bytes): ProtocolResponse => ({
  status: 200,
  headers: { 'content-type': 'application/grpc' },
  body,
  trailers: OK_TRAILERS,
});

/** Repeats the request of `/test.Echo/Once`, and each message of `/test.Echo/All`. */
const echo: ProtocolHandler = {
  name: 'echo',
  handle: ({ path, body }) =>
    path === '/test.Echo/Once'
      ? message(body)
      : refusedCall(new GrpcError(GrpcCode.unimplemented, `no é 100% ${path}`)),
  openCall: ({ path, send, end }) =>
    path === '/test.Echo/All' ? { message: send, finished: () => end(OK_TRAILERS), close: () => undefined } : undefined,
};

async function serving(options: Partial<ListenOptions> = {}) {
  const listener = await listen({
    address: '127.0.0.1:0',
    flag: '--grpc.address',
    handler: echo,
    grpc: true,
    ...options,
  });
  onTestFinished(() => listener.close());
  return listener;
}

const sessionTo = (url: string) => connected(url, onTestFinished);

/** Handler whose answers a test gives. */
function pendingHandler() {
  const asked: { request: ProtocolRequest; answer(response: ProtocolResponse): void }[] = [];
  const waiting: (() => void)[] = [];
  const handler: ProtocolHandler = {
    name: 'pending',
    handle: (request) =>
      new Promise((answer) => {
        asked.push({ request, answer });
        waiting.shift()?.();
      }),
  };
  const next = async () => {
    if (asked.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return asked.shift() as (typeof asked)[number];
  };
  return { handler, next };
}

describe('calls', () => {
  test('answer with a message and a status', async () => {
    const { url } = await serving();
    const reply = await call(sessionTo(url), '/test.Echo/Once', framed(utf8('four')));
    expect(reply).toMatchObject({ httpStatus: 200, status: 0, text: '', messages: [utf8('four')], reset: 0 });
    expect(reply.headers).toMatchObject({ 'content-type': 'application/grpc' });
  });

  test('answer an empty message with an empty message', async () => {
    const { url } = await serving();
    const reply = await call(sessionTo(url), '/test.Echo/Once', framed(EMPTY_BYTES));
    expect(reply).toMatchObject({ status: 0, messages: [EMPTY_BYTES] });
  });

  test('percent-encode the text of a refusal', async () => {
    const { url } = await serving();
    const reply = await call(sessionTo(url), '/test.Echo/None', framed(EMPTY_BYTES));
    expect(reply).toMatchObject({ httpStatus: 200, status: 12, text: 'no é 100% /test.Echo/None', messages: [] });
  });

  test('take a message that arrives byte by byte', async () => {
    const { url } = await serving();
    const stream = sessionTo(url).request(callHeaders('/test.Echo/Once'));
    const reply = answered(stream);
    for (const byte of framed(utf8('slowly'))) {
      stream.write(Uint8Array.of(byte));
      await setImmediate();
    }
    expect(await reply).toMatchObject({ status: 0, messages: [utf8('slowly')] });
  });

  test('answer the first message of a client that never ends its side', async () => {
    const { url } = await serving();
    const stream = sessionTo(url).request(callHeaders('/test.Echo/Once'));
    stream.write(concatBytes(framed(utf8('one')), framed(utf8('two'))));
    expect(await answered(stream)).toMatchObject({ status: 0, messages: [utf8('one')] });
  });

  test('many at once on one connection', async () => {
    const { url } = await serving();
    const session = sessionTo(url);
    const texts = Array.from({ length: 3000 }, (_, i) => `call ${i}`);
    const replies = await Promise.all(texts.map((text) => call(session, '/test.Echo/Once', framed(utf8(text)))));
    expect(replies.map(({ messages }) => fromUtf8(messages[0] as Bytes))).toEqual(texts);
  });

  test('carry a message of 10 MB', async () => {
    const { url } = await serving({ limits: { bodyBytes: 10_485_760 } });
    const large = new Uint8Array(10_485_760).map((_, i) => i % 251);
    const reply = await call(sessionTo(url), '/test.Echo/Once', framed(large));
    expect(reply.status).toBe(0);
    expect(Buffer.compare(reply.messages[0] as Bytes, large)).toBe(0);
  });
});

describe('streams', () => {
  test('answer each message before the next is sent', async () => {
    const { url } = await serving();
    const stream = sessionTo(url).request(callHeaders('/test.Echo/All'));
    const reply = answered(stream);
    stream.write(framed(utf8('first')));
    await once(stream, 'data');
    stream.end(framed(utf8('second')));
    expect(await reply).toMatchObject({ status: 0, messages: [utf8('first'), utf8('second')] });
  });

  test('take one message after the other from a client that sends many at once', async () => {
    const working = new Set<string>();
    const handler: ProtocolHandler = {
      ...echo,
      openCall: ({ send, end }) => ({
        async message(given) {
          working.add(fromUtf8(given));
          expect(working.size).toBe(1);
          await setImmediate();
          working.clear();
          send(given);
        },
        finished: () => end(OK_TRAILERS),
        close: () => undefined,
      }),
    };
    const { url } = await serving({ handler });
    const stream = sessionTo(url).request(callHeaders('/test.Echo/All'));
    const texts = Array.from({ length: 300 }, (_, i) => `message ${i}`);
    stream.end(concatBytes(...texts.map((text) => framed(utf8(text)))));
    const { status, messages } = await answered(stream);
    expect([status, messages.map(fromUtf8)]).toEqual([0, texts]);
  });

  test('wait for a client that does not read, and continue when it does', async () => {
    const COUNT = 400;
    let taken = 0;
    const handler: ProtocolHandler = {
      ...echo,
      openCall({ path, send, end }) {
        if (path === '/test.Echo/Once') return undefined;
        const message = () => send(new Uint8Array(20_000).fill(taken++ % 251));
        return { message, finished: () => end(OK_TRAILERS), close: () => undefined };
      },
    };
    const { url } = await serving({ handler });
    const stream = sessionTo(url).request(callHeaders('/test.Echo/All'));
    stream.pause();
    stream.end(concatBytes(...Array.from({ length: COUNT }, () => framed(EMPTY_BYTES))));
    await expect.poll(() => taken).toBeGreaterThan(50);
    await call(sessionTo(url), '/test.Echo/Once', framed(utf8('other')));
    expect(taken).toBeLessThan(100);
    stream.resume();
    const { status, messages } = await answered(stream);
    expect([status, messages.length, messages.at(-1)?.[0]]).toEqual([0, COUNT, (COUNT - 1) % 251]);
  });

  test('end when the listener closes', async () => {
    const ended: string[] = [];
    const opened = new Promise<void>((resolve) => {
      const handler: ProtocolHandler = {
        ...echo,
        openCall: () => {
          resolve();
          return { message: () => undefined, finished: () => undefined, close: () => ended.push('closed') };
        },
      };
      void serving({ handler }).then(async ({ url, close }) => {
        const stream = sessionTo(url).request(callHeaders('/test.Echo/All'));
        stream.on('error', () => undefined);
        await opened;
        await close();
        ended.push('listener');
      });
    });
    await opened;
    await expect.poll(() => ended).toEqual(['closed', 'listener']);
  });
});

describe('bad input', () => {
  test.each([
    ['no content type', { 'content-type': '' }, 415, 3],
    ['another content type', { 'content-type': 'application/json' }, 415, 3],
    ['gRPC-Web', { 'content-type': 'application/grpc-web+proto' }, 415, 3],
    ['compression', { 'grpc-encoding': 'gzip' }, 200, 12],
    ['a deadline without a unit', { 'grpc-timeout': '10' }, 400, 13],
    ['a deadline that is too long', { 'grpc-timeout': '123456789S' }, 400, 13],
    ['a deadline without a number', { 'grpc-timeout': 'oneS' }, 400, 13],
    ['another method', { ':method': 'PUT' }, 405, 13],
    ['a name of another machine', { ':authority': 'evil.example' }, 403, 7],
  ])('refuses %s', async (_, headers, httpStatus, status) => {
    const { url } = await serving();
    const session = sessionTo(url);
    const reply = await call(session, '/test.Echo/Once', framed(utf8('x')), headers);
    expect(reply).toMatchObject({ httpStatus, status, messages: [] });
    expect(await call(session, '/test.Echo/Once', framed(utf8('still')))).toMatchObject({ status: 0 });
  });

  test.each([
    ['no message', EMPTY_BYTES, 2, 'EOF'],
    ['half of a head', Uint8Array.of(0, 0), 2, 'unexpected EOF'],
    ['half of a message', framed(utf8('whole')).subarray(0, 7), 2, 'unexpected EOF'],
    ['a compressed message', framed(utf8('zip'), 1), 13, 'grpc: compressed flag set with identity or empty encoding'],
    ['unknown flags', framed(utf8('zip'), 4), 13, 'grpc: received unexpected payload format 4'],
    ['a long message', framed(utf8('12345678901')), 8, 'grpc: received message larger than max (11 vs. 10)'],
  ])('refuses %s', async (_, body, status, text) => {
    const { url } = await serving({ limits: { bodyBytes: 10 } });
    expect(await call(sessionTo(url), '/test.Echo/Once', body)).toMatchObject({ httpStatus: 200, status, text });
  });

  test('refuses a long message by its head, before it arrives', async () => {
    const { url } = await serving();
    const stream = sessionTo(url).request(callHeaders('/test.Echo/Once'));
    stream.write(Uint8Array.of(0, 255, 255, 255, 255));
    expect(await answered(stream)).toMatchObject({ status: 8 });
  });

  test('refuses more bytes than a connection may keep', async () => {
    const { url } = await serving({ limits: { bodyBytes: 10_000_000 } });
    const session = sessionTo(url);
    const almost = framed(new Uint8Array(9_999_999)).subarray(0, -1);
    const replies = Array.from({ length: 8 }, () => {
      const stream = session.request(callHeaders('/test.Echo/Once'));
      stream.write(almost);
      return answered(stream);
    });
    expect(await Promise.race(replies)).toMatchObject({ status: 8 });
    expect(await call(session, '/test.Echo/Once', framed(utf8('small')))).toMatchObject({ status: 0 });
  });

  test('closes a connection of HTTP/1', async () => {
    const { url, connections } = await serving();
    const port = Number(url.split(':')[1]);
    const socket = connectTcp(port, '127.0.0.1');
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    await expect.poll(connections).toBe(0);
    expect(await call(sessionTo(url), '/test.Echo/Once', framed(utf8('x')))).toMatchObject({ status: 0 });
  });

  test('ends a connection whose client never begins to speak', async () => {
    const { url, connections } = await serving({ limits: { requestTimeMs: 30 } });
    const session = sessionTo(url);
    expect(await call(session, '/test.Echo/Once', framed(utf8('x')))).toMatchObject({ status: 0 });
    const socket = connectTcp(Number(url.split(':')[1]), '127.0.0.1');
    socket.write('PRI * HTTP/2.0\r\n');
    socket.resume();
    await once(socket, 'close');
    await expect.poll(connections).toBe(1);
    expect(await call(session, '/test.Echo/Once', framed(utf8('y')))).toMatchObject({ status: 0 });
  });

  test('answers a bug with a status, and reports it', async () => {
    const crashes: unknown[] = [];
    const handler = { name: 'broken', handle: () => Promise.reject(new Error('bug')) };
    const { url } = await serving({ handler, onCrash: (_, error) => crashes.push(error) });
    expect(await call(sessionTo(url), '/test.Echo/Once', framed(utf8('x')))).toMatchObject({ httpStatus: 500 });
    expect(crashes).toHaveLength(1);
  });
});

describe('deadlines and cancellations', () => {
  test('a call ends at its deadline, and a late answer is dropped', async () => {
    const { handler, next } = pendingHandler();
    const { url } = await serving({ handler });
    const reply = call(sessionTo(url), '/test.Echo/Once', framed(utf8('x')), { 'grpc-timeout': '20m' });
    const { request, answer } = await next();
    expect(await reply).toMatchObject({ status: 4, text: 'context deadline exceeded' });
    expect(request.peer.gone?.()).toBe(true);
    answer(message(utf8('late')));
  });

  test('a deadline ends a request that does not arrive', async () => {
    const { url } = await serving();
    const stream = sessionTo(url).request(callHeaders('/test.Echo/Once', { 'grpc-timeout': '20000u' }));
    expect(await answered(stream)).toMatchObject({ status: 4 });
  });

  test('a cancelled call is gone, and the connection serves on', async () => {
    const { handler, next } = pendingHandler();
    const { url } = await serving({ handler });
    const session = sessionTo(url);
    const stream = session.request(callHeaders('/test.Echo/Once'));
    stream.on('error', () => undefined);
    stream.end(framed(utf8('first')));
    const { request, answer } = await next();
    stream.close(8);
    await expect.poll(() => request.peer.gone?.()).toBe(true);
    answer(message(utf8('nobody')));
    const reply = call(session, '/test.Echo/Once', framed(utf8('second')));
    (await next()).answer(message(utf8('somebody')));
    expect(await reply).toMatchObject({ status: 0, messages: [utf8('somebody')] });
  });
});
