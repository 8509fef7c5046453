/** Tests a WebSocket to an EVM node: calls, the results of subscriptions, and how each ends. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseEndpoint } from '../../src/client/endpoint.js';
import { EvmSocket } from '../../src/client/evm_socket.js';

/** Opens a WebSocket to a server that speaks as a test wants. */
async function open(speak: (socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const opened = once(server, 'connection');
  server.on('connection', speak);
  const { port } = server.address() as AddressInfo;
  const socket = await EvmSocket.open(parseEndpoint(`127.0.0.1:${port}`, 1));
  onTestFinished(() => {
    socket.close();
    server.close();
  });
  const [node] = (await opened) as [WebSocket];
  return { socket, node, label: `http://127.0.0.1:${port}` };
}

const note = (result: unknown): string => JSON.stringify({ method: 'eth_subscription', params: { result } });

/** Answers each call with its method, except for one named `fails` and one named `hangs`. */
const echoes = (socket: WebSocket): void => {
  socket.on('message', (data) => {
    const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
    if (method === 'fails') socket.send(JSON.stringify({ id, error: { code: 5, message: 'no\nway' } }));
    else if (method !== 'hangs') socket.send(JSON.stringify({ id, result: method }));
  });
};

describe('a call', () => {
  it('has its own answer, or the error of the node', async () => {
    const { socket, label } = await open(echoes);
    expect(await Promise.all([socket.call('one', []), socket.call('two', [])])).toEqual(['one', 'two']);
    await expect(socket.call('fails', [])).rejects.toMatchObject({
      ...{ code: 'remote-error', message: `${label} answered fails with an error: no way` },
    });
  });

  it('is answered while the results before its answer are not taken', async () => {
    const { socket, node } = await open(echoes);
    for (const result of [1, 2]) node.send(note(result));
    const results = socket.results();
    expect((await results.next()).value).toBe(1);
    expect(await socket.call('three', [])).toBe('three');
  });

  it('ends with the connection, and so does a later one', async () => {
    const { socket, node, label } = await open(echoes);
    const call = socket.call('hangs', []);
    node.close(1008, 'too slow');
    const lost = { code: 'unavailable', message: `${label} closed the connection: code 1008, too slow` };
    await expect(call).rejects.toMatchObject(lost);
    await expect(socket.call('one', [])).rejects.toMatchObject(lost);
  });
});

describe('the results of subscriptions', () => {
  it('are not left waiting when they come before the answer to a call of the reader', async () => {
    const { socket, node } = await open((opened) => {
      opened.on('message', (data) => {
        const { id } = JSON.parse(String(data)) as { id: number };
        for (const text of [note(`before ${id}`), JSON.stringify({ id, result: id })]) opened.send(text);
      });
    });
    const results = socket.results();
    node.send(note('first'));
    expect((await results.next()).value).toBe('first');
    expect(await socket.call('one', [])).toBe(1);
    const next = results.next().then(({ value }) => value);
    expect(await Promise.race([next, new Promise(setImmediate)])).toBe('before 1');
    expect(await socket.call('two', [])).toBe(2);
    node.close(1001);
    await expect(socket.call('three', [])).rejects.toMatchObject({ code: 'unavailable' });
    const rest: unknown[] = [];
    for await (const result of results) rest.push(result);
    expect(rest).toEqual(['before 2']);
  });

  it('come in their order, also those that arrive while the reader is busy, and end when the node stops', async () => {
    const { socket, node, label } = await open(echoes);
    const results = socket.results();
    for (const result of [1, 2]) node.send(note(result));
    const taken = [(await results.next()).value];
    node.send(note(3));
    node.close(1001);
    for await (const result of results) taken.push(result);
    expect(taken).toEqual([1, 2, 3]);
    await expect(socket.call('one', [])).rejects.toMatchObject({
      message: `${label} closed the connection: it has stopped`,
    });
  });

  it('fail with the connection, after the last one was taken', async () => {
    const { socket, node, label } = await open(echoes);
    const results = socket.results();
    node.send(note(1));
    node.close(1000);
    expect((await results.next()).value).toBe(1);
    await expect(results.next()).rejects.toMatchObject({
      ...{ code: 'unavailable', message: `${label} closed the connection: code 1000` },
    });
  });

  it('are not read while the reader is busy', async () => {
    const { socket, node } = await open(echoes);
    const results = socket.results();
    for (const result of [1, 2]) node.send(note(result));
    await results.next();
    const pong = once(node, 'pong').then(() => 'read');
    node.ping();
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(await Promise.race([pong, Promise.resolve('paused')])).toBe('paused');
    expect((await results.next()).value).toBe(2);
    const third = results.next();
    node.send(note(3));
    expect([(await third).value, await pong]).toEqual([3, 'read']);
  });
});
