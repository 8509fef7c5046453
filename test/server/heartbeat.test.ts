import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { ProtocolConnection, ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { DEFAULT_SERVER_LIMITS } from '../../src/server/limits.js';
import { SlowClientMonitor } from '../../src/server/slow_client_monitor.js';
import { aListener, aTicker, aWebSocket } from './client.js';

async function aHost() {
  const clock = aTicker();
  const connections: ProtocolConnection[] = [];
  const closed: ProtocolConnection[] = [];
  const handler: ProtocolHandler = {
    name: 'echo',
    handle: () => ({ status: 404, headers: {}, body: '' }),
    openSocket(connection) {
      connections.push(connection);
      return { message: (text) => connection.send(text), close: () => closed.push(connection) };
    },
  };
  const server = await aListener({ handler, ticker: clock.ticker, limits: { webSocketBacklogBytes: 1e9 } });
  return { ...server, clock, connections, closed };
}

/** Sends a text and waits for the echo, so that the server has read it. */
async function say(socket: WebSocket): Promise<void> {
  socket.send('x');
  await once(socket, 'message');
}

/** Ends of connections that servers of this process have accepted. */
const accepted: Socket[] = [];
subscribe('net.server.socket', (message) => accepted.push((message as { readonly socket: Socket }).socket));

/** Waits until the server, in the same event loop, has read what the client sent without a response. */
async function arrive(client: WebSocket): Promise<void> {
  const { _socket: near } = client as unknown as { readonly _socket: Socket };
  const far = accepted.find(({ remotePort }) => remotePort === near.localPort);
  while (far !== undefined && far.bytesRead < near.bytesWritten) await new Promise(setImmediate);
}

test('pings every 27 seconds, without a payload, from the start of each connection', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener);
  const pings: Buffer[] = [];
  socket.on('ping', (data: Buffer) => pings.push(data));
  host.clock.pass(10_000);
  const later = await aWebSocket(host.listener);
  const laterPings: Buffer[] = [];
  later.socket.on('ping', (data: Buffer) => laterPings.push(data));
  const after = async (ms: number) => {
    host.clock.pass(ms);
    await say(socket);
    await say(later.socket);
    return [pings.length, laterPings.length];
  };
  expect(await after(16_000)).toEqual([0, 0]);
  expect(await after(1000)).toEqual([1, 0]);
  expect(await after(9000)).toEqual([1, 0]);
  expect(await after(1000)).toEqual([1, 1]);
  expect(await after(17_000)).toEqual([2, 1]);
  expect(pings.map(({ length }) => length)).toEqual([0, 0]);
});

test('does not disconnect a client that only answers pings', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener);
  for (let i = 0; i < 4; i++) {
    const pinged = once(socket, 'ping');
    host.clock.pass(27_000);
    await pinged;
    await arrive(socket);
  }
  await say(socket);
  expect(host.closed).toEqual([]);
});

test('disconnects a client that sends nothing for 30 seconds, not even a pong', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener, {}, '/', { autoPong: false });
  host.clock.pass(29_000);
  await say(socket);
  host.clock.pass(29_000);
  expect(host.closed).toHaveLength(0);
  // One tick notices the message; 30 s of silence begin then.
  host.clock.pass(1000);
  const gone = once(socket, 'close');
  host.clock.pass(1000);
  expect(((await gone) as [number])[0]).toBe(1006);
  while (host.closed.length === 0) await new Promise(setImmediate);
  expect(host.closed).toEqual(host.connections);
});

test('counts any frame as a sign of life: a ping, an unrequested pong, half a message', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener, {}, '/', { autoPong: false });
  const frames = [
    () => socket.ping(),
    () => socket.pong(),
    () => socket.send('half', { fin: false }),
    () => socket.send('the rest', { fin: true }),
  ];
  for (const frame of frames) {
    host.clock.pass(29_000);
    frame();
    await arrive(socket);
    host.clock.pass(1000);
  }
  expect(host.closed).toEqual([]);
  expect(socket.readyState).toBe(socket.OPEN);
});

test('disconnects a client that reads none of its queued data for 10 seconds', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener);
  socket.pause();
  host.connections[0]?.send('x'.repeat(20_000_000));
  host.clock.pass(10_000);
  expect(host.closed).toHaveLength(0);
  // The time begins when the kernel takes no more of it.
  while (host.closed.length === 0) {
    await new Promise(setImmediate);
    host.clock.pass(1000);
  }
  socket.terminate();
});

test('has one timer for all connections, and only while there are some', async () => {
  await using host = await aHost();
  expect(host.clock.running()).toBe(0);
  const sockets = [await aWebSocket(host.listener), await aWebSocket(host.listener)];
  expect([host.clock.running(), host.clock.started()]).toEqual([1, 1]);
  for (const { socket } of sockets) socket.terminate();
  while (host.listener.connections() > 0) await new Promise(setImmediate);
  expect(host.clock.running()).toBe(0);
  await aWebSocket(host.listener);
  expect([host.clock.running(), host.clock.started()]).toEqual([1, 2]);
  await host.listener.close();
  expect(host.clock.running()).toBe(0);
});

test('has CometBFT’s times', () => {
  expect(DEFAULT_SERVER_LIMITS).toMatchObject({
    webSocketPingMs: 27_000,
    webSocketSilenceMs: 30_000,
    webSocketWriteMs: 10_000,
  });
});

test('does not disconnect a client while the server has paused reading from it', async () => {
  await using host = await aHost();
  const { socket } = await aWebSocket(host.listener);
  const [connection] = host.connections as [ProtocolConnection];
  connection.hold?.(true);
  host.clock.pass(60_000);
  connection.hold?.(false);
  await say(socket);
  expect(host.closed).toEqual([]);
  host.clock.pass(60_000);
  await once(socket, 'close');
});

/** Makes sockets whose clients have not read that many bytes, and a monitor of them. */
function monitored(backlogBytes: number, ...unread: readonly number[]) {
  const clock = aTicker();
  const monitor = new SlowClientMonitor(clock.ticker, { ...DEFAULT_SERVER_LIMITS, backlogBytes });
  const sockets = unread.map((writableLength) => {
    const socket = Object.assign(new EventEmitter(), {
      bytesRead: 0,
      bytesWritten: writableLength,
      writableLength,
      destroyed: false,
      destroy(): void {
        socket.destroyed = true;
        socket.emit('close');
      },
    });
    return socket;
  });
  const add = (index: number) => monitor.add(sockets[index] as unknown as Socket);
  return { clock, monitor, sockets, add, destroyed: () => sockets.map(({ destroyed }) => destroyed) };
}

test('disconnects as many clients as needed to come to the limit of unsent bytes, and no more', () => {
  const { clock, add, sockets, destroyed } = monitored(100, 50, 1, 1);
  for (const index of [0, 1, 2]) {
    add(index);
    clock.pass(1000);
  }
  for (const [index, bytes] of [60, 40].entries())
    Object.assign(sockets[index + 1] as object, { bytesWritten: bytes, writableLength: bytes });
  clock.pass(1000);
  expect(destroyed()).toEqual([true, false, false]);
});

test('disconnects nobody at the limit of unsent bytes', () => {
  const { clock, add, destroyed } = monitored(110, 50, 60);
  for (const index of [0, 1]) add(index);
  clock.pass(2000);
  expect(destroyed()).toEqual([false, false]);
});

test('does not watch a client that has gone before its handshake ended', () => {
  const { clock, monitor, sockets, add } = monitored(100, 0, 0);
  add(0);
  const [socket] = sockets;
  socket?.emit('close');
  monitor.upgrade(socket as unknown as Socket, {} as WebSocket);
  expect(clock.running()).toBe(0);
  add(1);
  // A heartbeat of the client that has gone would fail here.
  clock.pass(60_000);
  expect(clock.running()).toBe(1);
});
