/** Sends bytes below JSON-RPC to a real node and to ours: hardly valid HTTP, and frames of every kind. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { WireSocket } from '../../scripts/compare/wire.js';
import { cometbftIsAbsent } from './peers/cometbft.js';
import { startTwoChains, type TwoChains } from './two_chains.js';

/** Wait that is longer than a node needs to refuse. */
const WAIT_MS = 2_000;
const CLOSE = 'Host: @host\r\nConnection: close\r\n';
const UPGRADE = 'Host: @host\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Requests; those of the node replace `@host` and `@prefix`. */
const REQUESTS: Readonly<Record<string, string>> = {
  'a plain request': `GET @prefix/health HTTP/1.1\r\n${CLOSE}\r\n`,
  'no Host': 'GET @prefix/health HTTP/1.1\r\n\r\n',
  'an impossible verb': `G@T @prefix/health HTTP/1.1\r\n${CLOSE}\r\n`,
  'a blank before the verb': ` GET @prefix/health HTTP/1.1\r\n${CLOSE}\r\n`,
  'a blank in the target': `GET @prefix/hea lth HTTP/1.1\r\n${CLOSE}\r\n`,
  'a whole URL as target': `GET http://@host@prefix/health HTTP/1.1\r\n${CLOSE}\r\n`,
  'a fragment': `GET @prefix/block?height=1#x HTTP/1.1\r\n${CLOSE}\r\n`,
  'a control character in the target': `GET @prefix/block?height=\u0001 HTTP/1.1\r\n${CLOSE}\r\n`,
  'an escaped slash': `GET @prefix/a%2fb HTTP/1.1\r\n${CLOSE}\r\n`,
  'an invalid length': `POST @prefix/ HTTP/1.1\r\n${CLOSE}Content-Length: abc\r\n\r\n`,
  'a negative length': `POST @prefix/ HTTP/1.1\r\n${CLOSE}Content-Length: -1\r\n\r\n`,
  'two lengths': `POST @prefix/ HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  'a chunked body': `POST @prefix/ HTTP/1.1\r\n${CLOSE}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
  'an unknown transfer encoding': `POST @prefix/ HTTP/1.1\r\n${CLOSE}Transfer-Encoding: gzip\r\n\r\n`,
  'a header without a colon': `GET @prefix/health HTTP/1.1\r\n${CLOSE}NoColon\r\n\r\n`,
  'a control character in a header': `GET @prefix/health HTTP/1.1\r\n${CLOSE}X: a\u0001b\r\n\r\n`,
  'a long header': `GET @prefix/health HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(100_000)}\r\n\r\n`,
  'a long target': `GET @prefix/${'a'.repeat(9_000)} HTTP/1.1\r\n${CLOSE}\r\n`,
  'no HTTP at all': 'hello\r\n\r\n',
  'the socket without an upgrade': `GET @prefix/websocket HTTP/1.1\r\n${CLOSE}\r\n`,
  'an upgrade by HTTP/1.0': `GET @prefix/websocket HTTP/1.0\r\n${UPGRADE}${KEY}\r\n`,
  'an upgrade': `GET @prefix/websocket HTTP/1.1\r\n${UPGRADE}${KEY}\r\n`,
};

/** Returns all received bytes until the connection ends, or until it is clear that nothing follows. */
function answerTo(url: string, template: string): Promise<string> {
  const { host, port, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const text = template.replaceAll('@host', host).replaceAll('@prefix', prefix);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    const timer = setTimeout(() => socket.destroy(), WAIT_MS);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      // An open WebSocket sends nothing more.
      if (answer.startsWith('HTTP/1.1 101')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer.replaceAll(host, '@host'));
    });
  });
}

/** Normalizes an answer: names of headers in any case and order, and no times. */
function normalised(answer: string): unknown {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const [status, ...headers] = head.split('\r\n');
  const names = headers.map((line) => line.replace(/^(\S+):/, (name) => name.toLowerCase()));
  const timeless = names.map((line) => line.replace(/^(date|x-server-time): .*$/, '$1')).sort();
  return { status, headers: timeless, body: body.join('\r\n\r\n') };
}

const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"health","params":{}}';
const ENGINE_FRAME_BYTES = 1_000_000;
const FRAMES: Readonly<Record<string, (socket: WebSocket) => void>> = {
  'a binary frame': (socket) => socket.send(Buffer.from(HEALTH)),
  'a frame in two pieces': (socket) => {
    socket.send(HEALTH.slice(0, 5), { fin: false });
    socket.send(HEALTH.slice(5), { fin: true });
  },
  'the longest frame': (socket) => socket.send(HEALTH.padEnd(ENGINE_FRAME_BYTES)),
  // The message has two frames. If a node does not read all bytes of one long frame, its system resets the connection,
  // which can overtake the close.
  'a message that is too long': (socket) => {
    socket.send(' '.repeat(ENGINE_FRAME_BYTES), { fin: false });
    socket.send(HEALTH, { fin: true });
  },
  'a binary frame with invalid UTF-8': (socket) =>
    socket.send(Buffer.from('{"id":"\u00ff","method":"health","params":{}}', 'latin1')),
  'a text frame with invalid UTF-8': (socket) =>
    socket.send(Buffer.from('{"id":"\u00ff","method":"health","params":{}}', 'latin1'), { binary: false }),
  'a close': (socket) => socket.close(4_000, 'enough'),
};

/** Returns the first reaction: a frame, or the code of a close. */
async function reactionTo(url: string, send: (socket: WebSocket) => void): Promise<unknown> {
  const socket = await WireSocket.to(`${url.replace('http', 'ws')}/websocket`);
  send(socket.socket);
  const frame = await socket.frame(() => true);
  const reaction = frame ?? socket.closeCode;
  await socket.close();
  return reaction;
}

let chains: TwoChains;

describe.skipIf(cometbftIsAbsent)('a real node and ours', () => {
  beforeAll(async () => {
    chains = await startTwoChains();
  });
  afterAll(() => chains?.close());

  it.each(Object.entries(REQUESTS))('answer %s in the same way', async (_, text) => {
    const [real, ours] = await Promise.all([answerTo(chains.realUrl, text), answerTo(chains.ourUrl, text)]);
    expect(real).not.toBe('');
    expect(normalised(ours)).toEqual(normalised(real));
  });

  it.each(Object.entries(FRAMES))('react to %s in the same way', async (_, send) => {
    const real = await reactionTo(chains.realUrl, send);
    expect(real).toBeDefined();
    expect(await reactionTo(chains.ourUrl, send)).toEqual(real);
  });
});
