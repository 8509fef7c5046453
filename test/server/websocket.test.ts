import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { ProtocolConnection, ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { aCertificate } from './certificate.js';
import { aListener, aWebSocket, HOUR_MS, HttpClient, refusedUpgrade, requestText } from './client.js';

const certificate = aCertificate();

const answer = (id: unknown, result: unknown): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`;

test('answers calls, batches and invalid JSON', async () => {
  await using server = await aListener();
  const { socket, next } = await aWebSocket(server.listener);
  socket.send('{"id":"seven","method":"eth_chainId"}');
  expect(await next()).toBe(answer('seven', '0x7a69'));
  socket.send(Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}]'), { binary: true });
  expect(await next()).toBe(`[${answer(1, '0x2')}]`);
  socket.send('nonsense');
  expect(JSON.parse(await next())).toMatchObject({ id: null, error: { code: -32700 } });
});

test('pushes to subscribers, after the response', async () => {
  await using server = await aListener();
  const [one, two] = [await aWebSocket(server.listener), await aWebSocket(server.listener)];
  for (const { socket } of [one, two]) socket.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}');
  const ids = [JSON.parse(await one.next()).result, JSON.parse(await two.next()).result];
  server.chain.mine();
  const pushes = [JSON.parse(await one.next()), JSON.parse(await two.next())];
  expect(pushes.map((push) => [push.method, push.params.subscription, push.params.result.number])).toEqual(
    ids.map((id) => ['eth_subscription', id, '0x3']),
  );
});

test('drops the subscriptions of a disconnected client', async () => {
  await using server = await aListener();
  const { socket, next } = await aWebSocket(server.listener);
  socket.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}');
  await next();
  socket.terminate();
  while (server.listener.connections() > 0) await new Promise(setImmediate);
  server.chain.mine();
});

test('writes the notifications of a block together', async () => {
  await using server = await aListener();
  const { socket, next } = await aWebSocket(server.listener);
  socket.send('{"id":1,"method":"eth_subscribe","params":["logs"]}');
  await next();
  let reads = 0;
  (socket as unknown as { _socket: NodeJS.EventEmitter })._socket.on('data', () => reads++);
  server.chain.mine({ logs: Array.from({ length: 50 }, () => []) });
  for (let i = 0; i < 50; i++) expect(JSON.parse(await next()).params.result.logIndex).toBe(`0x${i.toString(16)}`);
  expect(reads).toBeLessThan(5);
});

test('refuses pages of foreign origins and hosts that could be rebound', async () => {
  await using server = await aListener();
  expect(await refusedUpgrade(server.listener, { origin: 'https://attacker.example' })).toBe(403);
  expect(await refusedUpgrade(server.listener, { origin: 'null' })).toBe(403);
  expect(await refusedUpgrade(server.listener, { host: 'attacker.example' })).toBe(403);
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'http://app.localhost']) {
    const { socket } = await aWebSocket(server.listener, { origin });
    socket.terminate();
  }
});

test('accepts the origins in the configuration', async () => {
  await using open = await aListener({ webSocketOrigins: ['*'] });
  await using named = await aListener({ webSocketOrigins: ['dapp.example'] });
  await using none = await aListener({ webSocketOrigins: [] });
  await using pattern = await aListener({ webSocketOrigins: ['https://*.example', 'http://one.test'] });
  const headers = { origin: 'https://dapp.example' };
  expect(await refusedUpgrade(pattern.listener, { origin: 'http://dapp.example' })).toBe(403);
  for (const { listener } of [open, named, pattern]) (await aWebSocket(listener, headers)).socket.terminate();
  expect(await refusedUpgrade(named.listener, { origin: 'https://other.example' })).toBe(403);
  expect(await refusedUpgrade(none.listener)).toBe(403);
});

test('refuses paths that have no WebSocket', async () => {
  await using server = await aListener();
  expect(await refusedUpgrade(server.listener, {}, '/ws')).toBe(400);
});

test('refuses an invalid handshake', async () => {
  const { handler, connections, closed } = aSocketHandler();
  await using server = await aListener({ handler });
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
  for (const headers of [
    { ...upgrade, 'sec-websocket-version': '12', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    { ...upgrade, 'sec-websocket-version': '13', 'sec-websocket-key': 'short' },
  ]) {
    const client = await HttpClient.to(server.listener);
    expect(await client.ask({ method: 'GET', headers })).toMatchObject({
      status: 400,
      headers: { 'sec-websocket-version': '13' },
      body: 'Bad Request\n',
    });
  }
  while (server.listener.connections() > 0) await new Promise(setImmediate);
  expect([connections.length, closed]).toEqual([2, connections]);
});

test('answers only upgrades on a port for WebSocket only', async () => {
  await using server = await aListener({ http: false });
  const client = await HttpClient.to(server.listener);
  for (const chunked of [false, true])
    expect(await client.ask({ body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', chunked })).toMatchObject({
      status: 400,
      body: 'Bad Request\n',
    });
  const { socket, next } = await aWebSocket(server.listener);
  socket.send('{"id":1,"method":"eth_chainId"}');
  expect(await next()).toBe(answer(1, '0x7a69'));
});

test('ends a connection whose message is too large', async () => {
  await using server = await aListener({ limits: { webSocketMessageBytes: 1000 } });
  const { socket } = await aWebSocket(server.listener);
  socket.send('x'.repeat(1001));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
});

/** Returns a handler that passes its connections to the test. */
function aSocketHandler() {
  const connections: ProtocolConnection[] = [];
  const closed: ProtocolConnection[] = [];
  const heard: string[] = [];
  const handler: ProtocolHandler = {
    name: 'sockets',
    handle: () => ({ status: 404, headers: {}, body: '' }),
    openSocket(connection) {
      connections.push(connection);
      connection.send('welcome');
      const message = (text: string): void => {
        heard.push(text);
        connection.send(`echo ${text}`);
      };
      return { message, close: () => closed.push(connection) };
    },
  };
  return { handler, connections, closed, heard };
}

test('sends nothing more to a client that does not read, gives the reason when it reads, and notifies the handler', async () => {
  const { handler, connections, closed } = aSocketHandler();
  await using server = await aListener({ handler, limits: { webSocketBacklogBytes: 1_000_000 } });
  const { socket } = await aWebSocket(server.listener);
  socket.pause();
  const [connection] = connections as [ProtocolConnection];
  let sent = 0;
  while (closed.length === 0 && sent < 1000) {
    connection.send('x'.repeat(100_000));
    sent++;
    await new Promise(setImmediate);
  }
  expect(closed).toEqual([connection]);
  connection.send('nobody hears this');
  expect(connection.backlog).toBeLessThan(1_200_000);
  expect(connection.peer.gone?.()).toBe(true);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  const close = once(socket, 'close');
  socket.resume();
  const [code, reason] = await close;
  expect([code, String(reason)]).toEqual([1008, expect.stringMatching(/^too slow: 1\d{6} bytes are unread$/)]);
  expect(received.filter((text) => text.startsWith('xx'))).toHaveLength(sent);
  expect(received).not.toContain('nobody hears this');
});

test('closes a client beyond the limit of unread bytes, hears it no more, and drops what it had queued', async () => {
  const LIMIT = 9_000_000;
  const { handler, connections, closed, heard } = aSocketHandler();
  await using server = await aListener({ handler, limits: { webSocketBacklogBytes: LIMIT } });
  const { socket, next } = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  expect(await next()).toBe('welcome');
  socket.send('early');
  expect(await next()).toBe('echo early');
  socket.pause();
  const unread = (): number => connection.backlog ?? 0;
  // The system takes no more of the first ones after some turns.
  while (unread() < 4_000_000) {
    connection.send('x'.repeat(100_000));
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  }
  connection.send('y'.repeat(LIMIT - unread()));
  expect([unread(), connection.peer.gone?.()]).toEqual([LIMIT, false]);
  connection.send('z');
  expect(connection.peer.gone?.()).toBe(true);
  socket.send('late');
  while (closed.length === 0) await new Promise(setImmediate);
  expect(unread()).toBeLessThan(2_000_000);
  const gone = once(socket, 'close');
  socket.resume();
  expect(((await gone) as [number])[0]).toBe(1008);
  expect(heard).toEqual(['early']);
});

test('drops what is queued for a client that disconnects, and knows that it has gone', async () => {
  const { handler, connections, closed } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket } = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  socket.pause();
  for (let i = 0; i < 100; i++) connection.send('x'.repeat(100_000));
  expect([connection.peer.gone?.(), (connection.backlog ?? 0) > 8_000_000]).toEqual([false, true]);
  socket.terminate();
  while (closed.length === 0) await new Promise(setImmediate);
  expect([connection.peer.gone?.(), (connection.backlog ?? 0) < 2_000_000]).toEqual([true, true]);
});

test('sends all that is queued before the handler closes a client that was behind', async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket, next, received } = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  expect(await next()).toBe('welcome');
  socket.pause();
  const sent = Array.from({ length: 50 }, (_, i) => `${i} ${'x'.repeat(100_000)}`);
  for (const text of sent) connection.send(text);
  connection.close(1008, 'enough');
  const closed = once(socket, 'close');
  socket.resume();
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1008, 'enough']);
  expect(received.map((text) => text.length)).toEqual(sent.map((text) => text.length));
});

test('closes a client that is a megabyte behind when too many messages are queued for it', async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler, limits: { webSocketBacklogMessages: 100 } });
  const { socket, next } = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  expect(await next()).toBe('welcome');
  socket.pause();
  const much = 'x'.repeat(100_000);
  while ((connection.backlog ?? 0) < 1_100_000) {
    connection.send(much);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (let i = 0; i < 99; i++) connection.send('x');
  expect(connection.peer.gone?.()).toBe(false);
  connection.send('x');
  connection.send('x');
  expect(connection.peer.gone?.()).toBe(true);
  const closed = once(socket, 'close');
  socket.resume();
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1008, 'too slow: 101 messages are unread']);
});

test('sends queued messages in their order once the client reads', async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket, next } = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  expect(await next()).toBe('welcome');
  socket.pause();
  const sent = Array.from({ length: 300 }, (_, i) => `${i} ${'x'.repeat(20_000)}`);
  for (const text of sent) connection.send(text);
  socket.resume();
  for (const text of sent) expect(await next()).toBe(text);
});

test('reads nothing from a paused client until it is resumed', async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket, next, received } = await aWebSocket(server.listener);
  const other = await aWebSocket(server.listener);
  const [connection] = connections as [ProtocolConnection];
  for (const client of [next, other.next]) expect(await client()).toBe('welcome');
  connection.hold?.(true);
  for (let i = 0; i < 200; i++) socket.send('x'.repeat(100_000));
  // In each turn of the event loop that hears another client, the server would also hear this one.
  for (let turn = 0; turn < 50; turn++) {
    other.socket.send(`${turn}`);
    expect(await other.next()).toBe(`echo ${turn}`);
  }
  expect(received).toEqual([]);
  expect(socket.bufferedAmount).toBeGreaterThan(0);
  connection.hold?.(false);
  for (let i = 0; i < 200; i++) expect((await next()).length).toBe(100_005);
  connection.hold?.(true);
  await server.listener.close();
  expect(socket.readyState).toBeGreaterThan(socket.OPEN);
});

test('closes a paused client at once, with the reason', { timeout: 20_000 }, async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler, limits: { closeTimeMs: HOUR_MS } });
  const { socket, next } = await aWebSocket(server.listener);
  expect(await next()).toBe('welcome');
  connections[0]?.hold?.(true);
  const closed = once(socket, 'close');
  // A client that is not resumed answers the close frame in vain, until a timer of the library ends its connection.
  await server.listener.close();
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1001, 'the node is stopping']);
});

test('notifies the handler when the client has read all queued messages', async () => {
  const drained: ProtocolConnection[] = [];
  const { handler, connections } = aSocketHandler();
  const { openSocket } = handler;
  Object.assign(handler, {
    openSocket: (connection: ProtocolConnection) => ({
      ...openSocket?.(connection),
      drained: () => drained.push(connection),
    }),
  });
  await using server = await aListener({ handler });
  const { socket } = await aWebSocket(server.listener);
  const other = await aWebSocket(server.listener);
  socket.pause();
  const [connection, toOther] = connections as [ProtocolConnection, ProtocolConnection];
  for (let i = 0; i < 100; i++) connection.send('x'.repeat(100_000));
  // The other client has read as much before the first one reads anything.
  for (let i = 0; i < 100; i++) toOther.send('x'.repeat(100_000));
  while (drained.length === 0) await new Promise(setImmediate);
  expect([drained, (connection.backlog ?? 0) > 0]).toEqual([[toOther], true]);
  expect(await other.next()).toBe('welcome');
  socket.resume();
  while (drained.length === 1) await new Promise(setImmediate);
  expect([drained, connection.backlog]).toEqual([[toOther, connection], 0]);
});

test('delivers messages that were sent before the handshake ended', async () => {
  const { handler } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket, next } = await aWebSocket(server.listener, {}, '/any/path?q=1');
  expect(await next()).toBe('welcome');
  socket.send('é');
  expect(await next()).toBe('echo é');
});

test('passes a handler path, query, headers and peer of a connection', async () => {
  const { handler, connections } = aSocketHandler();
  await using server = await aListener({ handler });
  await aWebSocket(server.listener, { 'x-custom': 'yes' }, '/websocket?a=%20b');
  expect(connections[0]).toMatchObject({
    path: '/websocket',
    query: 'a=%20b',
    headers: { 'x-custom': 'yes' },
    peer: { address: '127.0.0.1', local: true, trusted: true },
  });
});

test('closes a connection when the handler closes it, after its messages', async () => {
  const { handler, connections, closed } = aSocketHandler();
  await using server = await aListener({ handler });
  const { socket, next } = await aWebSocket(server.listener);
  connections[0]?.send('final text');
  connections[0]?.close(1008, 'enough');
  expect([await next(), await next()]).toEqual(['welcome', 'final text']);
  const [code, reason] = await once(socket, 'close');
  expect([code, String(reason)]).toEqual([1008, 'enough']);
  while (closed.length === 0) await new Promise(setImmediate);
  expect(closed).toHaveLength(1);
});

test('ends a connection whose handler throws, and reports it', async () => {
  const crashes: string[] = [];
  const { handler } = aSocketHandler();
  const broken: ProtocolHandler = {
    ...handler,
    openSocket: () => ({
      message: (text) => {
        throw new TypeError(text);
      },
      close: () => {},
    }),
  };
  await using server = await aListener({ handler: broken, onCrash: (_, error) => crashes.push(String(error)) });
  const { socket } = await aWebSocket(server.listener);
  socket.send('boom');
  const [code] = await once(socket, 'close');
  expect([code, crashes]).toEqual([1011, ['TypeError: boom']]);
});

test.each([
  ['through Node', false],
  ['over TLS', true],
])('answers an upgrade after the requests before it, %s', async (_, tls) => {
  let finish: (() => void) | undefined;
  const { handler } = aSocketHandler();
  const handle: ProtocolHandler['handle'] = () =>
    new Promise((resolve) => {
      finish = () => resolve({ status: 200, headers: {}, body: 'first' });
    });
  await using server = await aListener({ handler: { ...handler, handle }, ...(tls && { tls: certificate }) });
  const client = await (tls ? HttpClient.overTls(server.listener, certificate.cert) : HttpClient.to(server.listener));
  let received = '';
  client.socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13';
  const head = `GET /websocket HTTP/1.1\r\nhost: 127.0.0.1\r\n${upgrade}\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  client.socket.write(`${requestText({ body: '1', chunked: true })}${head}`);
  while (finish === undefined) await new Promise(setImmediate);
  for (let i = 0; i < 10; i++) await new Promise(setImmediate);
  expect(received).toBe('');
  (finish as () => void)();
  while (!received.includes('welcome')) await new Promise(setImmediate);
  expect(received.match(/HTTP\/1.1 \d+|first|welcome/g)).toEqual(['HTTP/1.1 200', 'first', 'HTTP/1.1 101', 'welcome']);
  client.socket.destroy();
});
