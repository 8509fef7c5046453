import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ProtocolConnection, ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { listenAll } from '../../src/server/listen_all.js';
import type { Listener } from '../../src/server/listener.js';
import { aWebSocket, HttpClient } from './client.js';

const scratch = (): string => `unix://${path.join(mkdtempSync(path.join(tmpdir(), 'halley-')), 'rpc.sock')}`;

/** Returns a handler that notifies its subscribers when it stops. */
function aHandler(options: { readonly onStop?: () => void } = {}) {
  const connections: ProtocolConnection[] = [];
  const peers: string[] = [];
  const handler: ProtocolHandler = {
    name: 'subscriptions',
    handle: ({ peer }) => {
      peers.push(peer.id);
      return { status: 200, headers: {}, body: peer.id };
    },
    openSocket(connection) {
      connections.push(connection);
      return { message: () => {}, close: () => {} };
    },
    stop() {
      for (const connection of connections) connection.send('the last event');
      options.onStop?.();
    },
  };
  return { handler, connections, peers };
}

const listenOn = (handler: ProtocolHandler, ...addresses: readonly string[]) =>
  listenAll({ handler, addresses, flag: '--rpc.laddr' });

test('serves one handler on several addresses', async () => {
  const { handler, peers } = aHandler();
  const listeners = await listenOn(handler, 'tcp://127.0.0.1:0', '127.0.0.1:0', scratch());
  expect(new Set(listeners.all.map(({ address }) => address)).size).toBe(3);
  for (const listener of listeners.all) {
    const client = await HttpClient.to(listener);
    expect(await client.ask({ body: '1' })).toMatchObject({ status: 200, body: peers.at(-1) });
  }
  await listeners.close();
  for (const listener of listeners.all) await expect(HttpClient.to(listener)).rejects.toThrow(/ECONNREFUSED|ENOENT/);
});

test('opens all addresses or none', async () => {
  const { handler } = aHandler();
  const taken = await listenOn(handler, '127.0.0.1:0');
  const [{ address }] = taken.all as [Listener];
  const free = scratch();
  await expect(listenOn(handler, free, address)).rejects.toMatchObject({ code: 'address-in-use' });
  const later = await listenOn(handler, free);
  await Promise.all([taken.close(), later.close()]);
});

test('assigns each client of unix sockets its own id', async () => {
  const { handler, connections, peers } = aHandler();
  const [one, two] = [scratch(), scratch()];
  const listeners = await listenOn(handler, one, two);
  for (const listener of [...listeners.all, ...listeners.all]) await (await HttpClient.to(listener)).ask({ body: '1' });
  expect(peers).toEqual([`${one}#1`, `${two}#1`, `${one}#2`, `${two}#2`]);
  const sockets = [1, 2].map(() => new WebSocket(`ws+${one}:/websocket`));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  expect(connections.map(({ peer }) => peer.id)).toEqual([`${one}#3`, `${one}#4`]);
  expect(connections[0]?.peer).toMatchObject({ address: '', local: true, trusted: true });
  await listeners.close();
});

test('stops the handler once, and sends its final messages before the connections close', async () => {
  let stopped = 0;
  const { handler } = aHandler({ onStop: () => stopped++ });
  const listeners = await listenOn(handler, '127.0.0.1:0', '127.0.0.1:0');
  const clients = await Promise.all(listeners.all.map((listener) => aWebSocket(listener, {}, '/websocket')));
  const ends = clients.map(async ({ socket, received }) => {
    const [code] = await once(socket, 'close');
    return [code, received];
  });
  await Promise.all([listeners.close(), listeners.close()]);
  expect(await Promise.all(ends)).toEqual([
    [1001, ['the last event']],
    [1001, ['the last event']],
  ]);
  expect(stopped).toBe(1);
});

test('closes even when the handler throws, and reports it', async () => {
  const crashes: string[] = [];
  const { handler } = aHandler({
    onStop() {
      throw new TypeError('stop');
    },
  });
  const listeners = await listenAll({
    handler,
    addresses: ['127.0.0.1:0'],
    flag: '--rpc.laddr',
    onCrash: (name, error) => crashes.push(`${name}: ${error}`),
  });
  await listeners.close();
  expect(crashes).toEqual(['subscriptions: TypeError: stop']);
  await expect(HttpClient.to(listeners.all[0] as Listener)).rejects.toThrow('ECONNREFUSED');
});
