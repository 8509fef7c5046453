import { expect, test } from 'vitest';
import type { ProtocolConnection, ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import type { ServerLimits } from '../../src/server/limits.js';
import type { Listener } from '../../src/server/listener.js';
import { aCertificate } from './certificate.js';
import { aListener, aTicker, aWebSocket, HttpClient, requestText } from './client.js';

const LARGE = 'x'.repeat(10_000_000);
const WRITE_MS = 30_000;
const certificate = aCertificate();

async function aLargeServer(limits: Partial<ServerLimits> = {}, tls = false) {
  const clock = aTicker();
  const connections: ProtocolConnection[] = [];
  let answers = 0;
  const handler: ProtocolHandler = {
    name: 'large',
    handle() {
      answers++;
      return { status: 200, headers: {}, body: LARGE };
    },
    openSocket(connection) {
      connections.push(connection);
      return { message: () => {}, close: () => {} };
    },
  };
  const server = await aListener({ handler, ticker: clock.ticker, limits, ...(tls && { tls: certificate }) });
  /** Waits until so many responses were made and written to their sockets. */
  const answered = async (count: number): Promise<void> => {
    while (answers < count) await new Promise(setImmediate);
    for (let i = 0; i < 10; i++) await new Promise(setImmediate);
  };
  return { ...server, clock, connections, answered, answers: () => answers };
}

const gone = async (listener: Listener, left = 0): Promise<void> => {
  while (listener.connections() > left) await new Promise(setImmediate);
};

for (const [way, chunked, tls] of [
  ['through the front', false, false],
  ['through Node', true, false],
  ['over TLS', false, true],
] as const) {
  test(`disconnects a client that does not read a response within its time limit, ${way}`, async () => {
    await using server = await aLargeServer({ writeTimeMs: WRITE_MS }, tls);
    const [silent, reader] = (await Promise.all(
      [1, 2].map(() => (tls ? HttpClient.overTls(server.listener, certificate.cert) : HttpClient.to(server.listener))),
    )) as [HttpClient, HttpClient];
    silent.socket.pause();
    silent.socket.write(requestText({ body: '1', chunked }));
    expect((await reader.ask({ body: '1', chunked })).body).toHaveLength(LARGE.length);
    await server.answered(2);
    server.clock.pass(WRITE_MS);
    expect(server.listener.connections()).toBe(2);
    server.clock.pass(1000);
    await gone(server.listener, 1);
    expect((await reader.ask({ body: '1', chunked })).status).toBe(200);
    silent.socket.destroy();
  });

  test(`extends the time limit neither by what a client sends nor by what it reads in part, ${way}`, async () => {
    await using server = await aLargeServer({ writeTimeMs: WRITE_MS }, tls);
    const client = await (tls ? HttpClient.overTls(server.listener, certificate.cert) : HttpClient.to(server.listener));
    client.socket.pause();
    client.socket.write(requestText({ body: '1', chunked }));
    await server.answered(1);
    for (let second = 0; second <= WRITE_MS / 1000; second++) {
      client.socket.write(requestText({ body: '1', chunked }));
      client.socket.read(1);
      server.clock.pass(1000);
      await new Promise(setImmediate);
    }
    await gone(server.listener);
    client.socket.destroy();
  });

  test(`makes no further response for a client until it has read the last one, ${way}`, async () => {
    await using server = await aLargeServer({}, tls);
    const client = await (tls ? HttpClient.overTls(server.listener, certificate.cert) : HttpClient.to(server.listener));
    client.socket.pause();
    client.socket.write(requestText({ body: '1', chunked }).repeat(5));
    await server.answered(1);
    expect(server.answers()).toBe(1);
    client.socket.resume();
    for (let i = 0; i < 5; i++) expect((await client.read()).body).toHaveLength(LARGE.length);
    expect(server.answers()).toBe(5);
    expect((await client.ask({ body: '1', chunked })).status).toBe(200);
    client.socket.destroy();
  });
}

test('gives each response of a connection its own time limit', async () => {
  await using server = await aLargeServer({ writeTimeMs: WRITE_MS });
  const client = await HttpClient.to(server.listener);
  for (let i = 1; i <= 3; i++) {
    client.socket.pause();
    client.socket.write(requestText({ body: '1' }));
    await server.answered(i);
    server.clock.pass(WRITE_MS - 1000);
    client.socket.resume();
    expect((await client.read()).status).toBe(200);
  }
  server.clock.pass(2 * WRITE_MS);
  expect((await client.ask({ body: '1' })).status).toBe(200);
});

test('never disconnects a client without a time limit', async () => {
  await using server = await aLargeServer({ writeTimeMs: 0 });
  const client = await HttpClient.to(server.listener);
  client.socket.pause();
  client.socket.write(requestText({ body: '1' }));
  await server.answered(1);
  server.clock.pass(10 * WRITE_MS);
  client.socket.resume();
  expect((await client.read()).status).toBe(200);
});

test('disconnects a WebSocket client that reads too little', async () => {
  await using server = await aLargeServer({ webSocketWriteMs: 10_000, webSocketPingMs: 0, webSocketSilenceMs: 0 });
  const { socket } = await aWebSocket(server.listener);
  socket.pause();
  const [connection] = server.connections;
  // The time counts from when the kernel accepts no more: its buffers hold some 40 MB on some machines.
  for (let second = 0; second <= 30 && server.listener.connections() > 0; second++) {
    for (let i = 0; i < 4; i++) connection?.send('x'.repeat(1_000_000));
    (socket as unknown as { _socket: { read(bytes: number): unknown } })._socket.read(1);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    server.clock.pass(1000);
  }
  await gone(server.listener);
  socket.terminate();
});

test('neither pings nor disconnects a silent WebSocket client where both are off', async () => {
  await using server = await aLargeServer({ webSocketPingMs: 0, webSocketSilenceMs: 0 });
  const { socket, next } = await aWebSocket(server.listener);
  let pings = 0;
  socket.on('ping', () => pings++);
  server.clock.pass(600_000);
  server.connections[0]?.send('still there');
  expect(await next()).toBe('still there');
  expect(pings).toBe(0);
});

test('limits the queued bytes of all clients together, and disconnects the slowest first', async () => {
  await using server = await aLargeServer({ backlogBytes: 2.5 * LARGE.length });
  const clients: HttpClient[] = [];
  for (let i = 1; i <= 4; i++) {
    const client = await HttpClient.to(server.listener);
    clients.push(client);
    client.socket.pause();
    client.socket.write(requestText({ body: '1' }));
    await server.answered(i);
    server.clock.pass(1000);
  }
  await gone(server.listener, 2);
  for (const client of clients.slice(2)) {
    client.socket.resume();
    expect((await client.read()).status).toBe(200);
  }
  for (const client of clients) client.socket.destroy();
});
