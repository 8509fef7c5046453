import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHead } from '../../src/server/request_head.js';

const limits = { headerBytes: 16_384, bodyBytes: 1000 };
const read = (text: string) => readHead(Buffer.from(text, 'latin1'), limits);
const HOST = 'host: x\r\n';

test('reads a plain request', () => {
  expect(read(`POST /a?b HTTP/1.1\r\nHost: x:1\r\nContent-Length:  5 \r\n\r\nhello`)).toEqual({
    type: 'request',
    method: 'POST',
    target: '/a?b',
    headers: { host: 'x:1', 'content-length': '5' },
    headBytes: 54,
    bodyBytes: 5,
  });
});

test('applies the limits of each listener to a head that another one has read', () => {
  const head = Buffer.from(`POST /limits HTTP/1.1\r\n${HOST}content-length: 9\r\n\r\n`);
  const outcomes = [9, 8, 10].map((bodyBytes) => readHead(head, { ...limits, bodyBytes }).type);
  expect(outcomes).toEqual(['request', 'unusual', 'request']);
  const end = head.indexOf('\r\n\r\n');
  expect([end, end - 1].map((headerBytes) => readHead(head, { ...limits, headerBytes }).type)).toEqual([
    'request',
    'unusual',
  ]);
});

test('waits for the end of the head', () => {
  expect(read('POST / HTTP/1.1\r\nHost: x\r\n')).toEqual({ type: 'incomplete' });
  expect(read(`GET / HTTP/1.1\r\nx: ${'y'.repeat(17_000)}`)).toEqual({ type: 'unusual' });
});

test('leaves every unusual request to Node', () => {
  for (const text of [
    `PUT / HTTP/1.1\r\n${HOST}content-length: 0\r\n\r\n`,
    `POST / HTTP/1.0\r\n${HOST}content-length: 0\r\n\r\n`,
    `POST http://x/ HTTP/1.1\r\n${HOST}content-length: 0\r\n\r\n`,
    `POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}\r\n`,
    `POST / HTTP/1.1\r\n${HOST}content-length: +5\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}content-length: 1001\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}content-length: 5\r\ncontent-length: 5\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}content-length: 0\r\nconnection: close\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}content-length: 0\r\nexpect: 100-continue\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}content-length: 5\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}x: a\r\n folded\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}x : a\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}: a\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}no colon\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}x: a\nb: c\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}x: a\rb\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}x: \0\r\n\r\n`,
    `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
    `GET  / HTTP/1.1\r\n${HOST}\r\n`,
    `\r\nGET / HTTP/1.1\r\n${HOST}\r\n`,
  ])
    expect(read(text), JSON.stringify(text)).toEqual({ type: 'unusual' });
});

/** Parts of a request that Node's parser read; `undefined` when Node refused the request. */
interface Seen {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const node = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    const seen: Seen = { method: request.method, target: request.url, headers: request.headers, body };
    const text = JSON.stringify(seen);
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
beforeAll(() => new Promise<void>((resolve) => void node.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => void node.close(() => resolve())));

function askNode(text: string): Promise<Seen | undefined> {
  return new Promise((resolve) => {
    const socket = connect((node.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
      if (!answer.startsWith('HTTP/1.1 200')) return socket.destroy();
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
      if (Buffer.byteLength(body) >= length) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const at = answer.indexOf('\r\n\r\n');
      resolve(answer.startsWith('HTTP/1.1 200') ? (JSON.parse(answer.slice(at + 4)) as Seen) : undefined);
    });
    socket.write(text, 'latin1');
    socket.end();
  });
}

const printable = fc.string({ unit: fc.constantFrom(...'abcXYZ019 \t:,;="!-_/%\u00a0\u00e9\u00ff'), maxLength: 12 });
const name = fc.oneof(
  fc.constantFrom('X-Custom', 'accept', 'Connection', 'Content-Type', 'x y'),
  fc.string({ unit: fc.constantFrom(...'ab-_!~'), minLength: 1, maxLength: 6 }),
);
const line = fc.tuple(name, fc.constantFrom(': ', ':', ':  ', ' : '), printable).map((parts) => parts.join(''));
const target = fc.string({ unit: fc.constantFrom(...'/a?=&%20.~"<|'), maxLength: 8 }).map((rest) => `/${rest}`);
const request = fc
  .record({ method: fc.constantFrom('GET', 'POST'), target, lines: fc.array(line, { maxLength: 4 }), body: printable })
  .map(({ method, target: to, lines, body }) => {
    const length = method === 'POST' ? [`content-length: ${body.length}`] : [];
    return `${method} ${to} HTTP/1.1\r\n${[HOST.trim(), ...lines, ...length].join('\r\n')}\r\n\r\n${method === 'POST' ? body : ''}`;
  });

test('reads every request that it accepts as Node reads it', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(request, async (text) => {
      const head = read(text);
      if (head.type !== 'request') return;
      taken++;
      const seen = await askNode(text);
      expect(seen).toEqual({
        method: head.method,
        target: head.target,
        headers: { ...head.headers },
        body: text.slice(head.headBytes, head.headBytes + head.bodyBytes),
      });
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(100);
});
