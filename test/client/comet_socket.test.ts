/** Tests the timers of a CometBFT WebSocket: retries, pings and limits, and their ends. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { CometSocket, type CometSocketMessage, type CometSocketOptions } from '../../src/client/comet_socket.js';
import { parseEndpoint } from '../../src/client/endpoint.js';

const OPEN_MS = 10_000;
const PING_MS = 15_000;

/** Confirms the one subscription. */
const confirm = (socket: WebSocket): void => socket.send('{"id":0,"result":{}}');

const event = (...names: string[]): string =>
  JSON.stringify({ id: 0, result: { data: { value: names.length }, events: { 'tm.event': names } } });

/** Follows a server that speaks as a test wants. The timers fire when the test says so. */
async function follow(
  speak: (socket: WebSocket, connection: number) => void,
  more: Partial<Pick<CometSocketOptions, 'queries' | 'maxMessageBytes'>> = {},
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  let connections = 0;
  server.on('connection', (socket) => speak(socket, ++connections));
  await once(server, 'listening');
  const timers = new Map<() => void, number>();
  const messages: CometSocketMessage[] = [];
  let look = (): void => undefined;
  const socket = new CometSocket(parseEndpoint(`127.0.0.1:${(server.address() as AddressInfo).port}`, 1), {
    queries: ["tm.event = 'NewBlock'"],
    ...more,
    listener: (message) => {
      messages.push(message);
      look();
    },
    schedule: (ms, action) => {
      timers.set(action, ms);
      return () => void timers.delete(action);
    },
  });
  onTestFinished(() => {
    socket.close();
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return {
    ...{ socket, messages },
    /** Lists the delays of the timers that wait. */
    waiting: (): number[] => [...timers.values()],
    fire(ms: number): void {
      for (const [action, delay] of timers)
        if (delay === ms && timers.delete(action)) {
          action();
          return;
        }
      throw new Error(`no timer of ${ms} ms`);
    },
    /** Resolves with a message of a type, the nth that arrives. */
    async next<T extends CometSocketMessage['type']>(type: T, nth = 1) {
      for (;;) {
        const found = messages.filter((message) => message.type === type)[nth - 1];
        if (found !== undefined) return found as Extract<CometSocketMessage, { readonly type: T }>;
        await new Promise<void>((resolve) => (look = resolve));
      }
    },
  };
}

describe('a connection to the events of a node', () => {
  it('waits longer after each attempt, until an event has arrived', async () => {
    const { next, fire } = await follow((socket, connection) => {
      confirm(socket);
      if (connection === 4) socket.send(event('NewBlock'));
      socket.close();
    });
    const delays: number[] = [];
    for (let nth = 1; nth <= 5; nth++) {
      const { retryMs } = await next('lost', nth);
      delays.push(retryMs);
      fire(retryMs);
    }
    expect(delays).toEqual([250, 500, 1000, 250, 500]);
  });

  it('is limited until its subscriptions are open, and pings from then on', async () => {
    const { next, waiting, socket } = await follow((opened) => opened.once('message', () => confirm(opened)));
    expect(waiting()).toEqual([OPEN_MS]);
    await next('open');
    expect(waiting()).toEqual([PING_MS]);
    socket.close();
    expect(waiting()).toEqual([]);
  });

  it('is kept by pings of the server alone', async () => {
    let server: WebSocket | undefined;
    const { next, fire, messages } = await follow((socket) => {
      server = socket;
      confirm(socket);
    });
    await next('open');
    server?.ping();
    await once(server as WebSocket, 'pong');
    fire(PING_MS);
    expect(messages.map(({ type }) => type)).toEqual(['open']);
    fire(PING_MS);
    expect(await next('lost')).toMatchObject({ reason: 'the server sent nothing for 15000 ms' });
  });

  it('has an event by its last name, which the engine has added', async () => {
    const { next } = await follow((socket) => {
      confirm(socket);
      socket.send(event('FromApplication', 'NewBlock'));
    });
    expect(await next('event')).toMatchObject({ event: { name: 'NewBlock', value: 2 } });
  });

  it('is not opened again after it was closed', async () => {
    const { next, socket, waiting } = await follow((opened) => opened.close());
    const { retryMs } = await next('lost');
    expect(waiting()).toEqual([retryMs]);
    socket.close();
    expect(waiting()).toEqual([]);
  });

  it('is open when all subscriptions are, and not again when one of them is confirmed again', async () => {
    let server: WebSocket | undefined;
    const answer = (id: number): void => server?.send(JSON.stringify({ id, result: {} }));
    const { next, messages } = await follow(
      (socket) => {
        server = socket;
        answer(1);
        answer(1);
        socket.send(event('NewBlock'));
      },
      { queries: ["tm.event = 'NewBlock'", "tm.event = 'Tx'"] },
    );
    await next('event');
    expect(messages.map(({ type }) => type)).toEqual(['event']);
    for (const id of [0, 1]) answer(id);
    server?.send(event('NewBlock'));
    await next('event', 2);
    expect(messages.map(({ type }) => type)).toEqual(['event', 'open', 'event']);
    server?.send('{"id":2,"result":{}}');
    expect(await next('lost')).toMatchObject({
      reason: 'the server sent "{"id":2,"result":{}}", which answers no subscription',
    });
  });

  it('is lost at a message longer than the limit', async () => {
    const text = event('NewBlock');
    const long = event('NewBlock ');
    const { next, messages } = await follow(
      (socket) => {
        for (const one of [text, long]) socket.send(one);
      },
      { maxMessageBytes: text.length },
    );
    expect(await next('lost')).toMatchObject({
      reason: 'the server sent an invalid frame: Max payload size exceeded',
    });
    expect(messages.map(({ type }) => type)).toEqual(['event', 'lost']);
  });
});
