/**
 * Tests responses in parts, over each transport: they are made as fast as the client reads, and end when it
 * disconnects.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { type TextSink, TextStream } from '../../src/kernel/text_stream.js';
import type { ProtocolHandler, ProtocolResponse } from '../../src/rpc/protocol_handler.js';
import type { ServerLimits } from '../../src/server/limits.js';
import type { Listener } from '../../src/server/listener.js';
import { writeParts } from '../../src/server/stream_body.js';
import { aCertificate } from './certificate.js';
import { aListener, aTicker, HttpClient, requestText } from './client.js';

const PART = '0123456789'.repeat(10_000);
const certificate = aCertificate();

/** Answers a body of `N` with N parts, and `broken` with one part and then an error. It echoes any other body whole. */
async function aStreamingServer(limits: Partial<ServerLimits> = {}, tls = false) {
  const clock = aTicker();
  const made = { parts: 0, streams: 0, ended: 0 };
  const produce = (count: number) => async (sink: TextSink) => {
    made.streams++;
    for (let i = 0; i < count && !sink.closed; i++) {
      made.parts++;
      await sink.write(PART);
    }
    made.ended++;
  };
  const handler: ProtocolHandler = {
    name: 'streaming',
    handle({ body }) {
      const text = new TextDecoder().decode(body);
      const headers = { 'content-type': 'application/json' };
      const count = Number(text);
      if (text === 'broken')
        return {
          status: 200,
          headers,
          body: new TextStream(async (sink) => {
            await sink.write(PART);
            throw new Error('broken');
          }, PART.length),
        };
      if (Number.isNaN(count)) return { status: 200, headers, body: text };
      return Promise.resolve({ status: 200, headers, body: new TextStream(produce(count), PART.length) });
    },
  };
  const server = await aListener({ handler, ticker: clock.ticker, limits, ...(tls && { tls: certificate }) });
  return { ...server, clock, made };
}

async function aClient(listener: Listener, tls: boolean): Promise<HttpClient> {
  if (!tls) return HttpClient.to(listener);
  const socket = connectTls({
    port: listener.port as number,
    host: '127.0.0.1',
    ca: certificate.cert,
    servername: 'localhost',
  });
  await once(socket, 'secureConnect');
  return new HttpClient(socket);
}

/** Parses one chunked response from the bare socket. */
async function chunked(client: HttpClient): Promise<{ head: string; body: string; after: string }> {
  for (;;) {
    const text = client.rest;
    const end = text.indexOf('\r\n0\r\n\r\n');
    if (end >= 0) {
      const [head = '', ...rest] = text.slice(0, end).split('\r\n\r\n');
      return { head, body: unchunked(`${rest.join('\r\n\r\n')}\r\n`), after: text.slice(end + 7) };
    }
    await new Promise(setImmediate);
  }
}

function unchunked(text: string): string {
  let body = '';
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, line), 16);
    body += text.slice(line + 2, line + 2 + length);
    at = line + 2 + length + 2;
  }
  return body;
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise(setImmediate);
};

for (const [way, throughNode, tls] of [
  ['through the front', false, false],
  ['through Node', true, false],
  ['over TLS', false, true],
] as const) {
  test(`sends all parts, and continues with the next request, ${way}`, async () => {
    await using server = await aStreamingServer({}, tls);
    const client = await aClient(server.listener, tls);
    client.socket.write(requestText({ body: '12', chunked: throughNode }));
    const { head, body, after } = await chunked(client);
    expect(head).toMatch(/^HTTP\/1.1 200 OK/);
    expect(head.toLowerCase()).toContain('transfer-encoding: chunked');
    expect(head.toLowerCase()).not.toContain('content-length');
    expect(body).toBe(PART.repeat(12));
    expect(after).toBe('');
    const again = await aClient(server.listener, tls);
    again.socket.write(
      requestText({ body: '2', chunked: throughNode }) + requestText({ body: 'hello', chunked: throughNode }),
    );
    await until(() => again.rest.endsWith('hello'));
    again.socket.destroy();
    client.socket.destroy();
  });

  test(`makes parts only as fast as the client reads, ${way}`, async () => {
    await using server = await aStreamingServer({}, tls);
    const client = await aClient(server.listener, tls);
    client.socket.pause();
    client.socket.write(requestText({ body: '10000', chunked: throughNode }));
    let before = -1;
    while (before !== server.made.parts || before === 0) {
      before = server.made.parts;
      for (let i = 0; i < 200; i++) await new Promise(setImmediate);
    }
    expect(server.made.parts).toBeLessThan(400);
    const other = await aClient(server.listener, tls);
    expect((await other.ask({ body: 'others are answered' })).body).toBe('others are answered');
    client.socket.destroy();
    await until(() => server.made.ended === 1);
    expect(server.made.parts).toBeLessThan(800);
    other.socket.destroy();
  });

  test(`disconnects a client that stops reading, ${way}`, async () => {
    await using server = await aStreamingServer({ writeTimeMs: 30_000 }, tls);
    const client = await aClient(server.listener, tls);
    client.socket.pause();
    client.socket.write(requestText({ body: '10000', chunked: throughNode }));
    let before = -1;
    while (before !== server.made.parts || before === 0) {
      before = server.made.parts;
      for (let i = 0; i < 200; i++) await new Promise(setImmediate);
    }
    server.clock.pass(32_000);
    await until(() => server.made.ended === 1);
    expect(server.listener.connections()).toBe(0);
    client.socket.destroy();
  });

  test(`closes the connection when the parts end with an error, ${way}`, async () => {
    await using server = await aStreamingServer({}, tls);
    const client = await aClient(server.listener, tls);
    client.socket.write(requestText({ body: 'broken', chunked: throughNode }));
    await client.end();
    expect(client.rest).not.toContain('\r\n0\r\n\r\n');
  });
}

test('leaves no listener on a connection after each response in parts', async () => {
  const stream = new PassThrough();
  stream.resume();
  for (let round = 0; round < 3; round++) {
    const parts = new TextStream(async (sink) => void (await sink.write(PART)), PART.length);
    expect(await writeParts(parts, stream, (part) => part)).toBe(true);
  }
  expect(['close', 'drain'].map((name) => stream.listenerCount(name))).toEqual([0, 0]);
});

test.each([
  ['through the front', false],
  ['through Node', true],
])('ends a response in parts whose client went before it began, %s', async (_, throughNode) => {
  let ended = 0;
  let settle: (() => void) | undefined;
  const parts = (): ProtocolResponse => {
    const body = new TextStream(async (sink) => void (await sink.write(PART)), PART.length);
    const { return: end } = body;
    body.return = () => {
      ended++;
      return end.call(body);
    };
    return { status: 200, headers: {}, body };
  };
  const handle = () => new Promise<ProtocolResponse>((resolve) => (settle = () => resolve(parts())));
  await using server = await aListener({ handler: { name: 'late', handle } });
  const client = await HttpClient.to(server.listener);
  client.socket.write(requestText({ body: 'x', chunked: throughNode }));
  await until(() => settle !== undefined);
  client.socket.resetAndDestroy();
  await until(() => server.listener.connections() === 0);
  settle?.();
  await new Promise(setImmediate);
  expect(ended).toBe(1);
});
