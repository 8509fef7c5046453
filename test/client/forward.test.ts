/** Tests requests and WebSockets that are forwarded to another node. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Endpoint, parseEndpoint } from '../../src/client/endpoint.js';
import { type ForwardedRequest, forwardRequest, forwardSocket } from '../../src/client/forward.js';
import { utf8 } from '../../src/kernel/text.js';

const LIMITS = { timeoutMs: 20_000, maxBytes: 8 };

/** Starts a node, and notes what it is asked. */
async function aNode(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, port, endpoint: parseEndpoint(`http://user:word@127.0.0.1:${port}/base?key=1`, 1) };
}

const forward = (endpoint: Endpoint, request: Partial<ForwardedRequest> = {}, limits = LIMITS) =>
  forwardRequest(
    endpoint,
    { method: 'POST', path: '/x', query: 'a=2', headers: {}, body: utf8('{}'), ...request },
    limits,
  );

describe('a forwarded request', () => {
  it('has the path and query of both, the credentials of the node, and no header of the connection', async () => {
    const { asked, endpoint } = await aNode((_, response) => response.end('12345678'));
    const headers = { 'x-a': '3', 'sec-ch-ua': '4', origin: 'http://page', authorization: 'own', upgrade: 'h2c' };
    expect(await forward(endpoint, { headers })).toMatchObject({ status: 200, body: Buffer.from('12345678') });
    expect(asked[0]?.url).toBe('/base/x?key=1&a=2');
    expect(asked[0]?.headers).toMatchObject({ 'x-a': '3', authorization: `Basic ${btoa('user:word')}` });
    for (const name of ['sec-ch-ua', 'origin', 'upgrade']) expect(asked[0]?.headers).not.toHaveProperty(name);
  });

  it('has the path of the node alone at the root', async () => {
    const { asked, endpoint } = await aNode((_, response) => response.end());
    await forward(endpoint, { method: 'GET', path: '/', query: '' });
    expect([asked[0]?.method, asked[0]?.url]).toEqual(['GET', '/base?key=1']);
  });

  it('does not follow a redirect', async () => {
    const other = await aNode((_, response) => response.end());
    const location = `http://127.0.0.1:${other.port}/`;
    const { endpoint } = await aNode((_, response) => response.writeHead(307, { location }).end());
    expect(await forward(endpoint)).toMatchObject({ status: 307, headers: { location } });
    expect(other.asked).toEqual([]);
  });

  it('fails with the label of the node: too late, too long, or for a method that is not sent', async () => {
    const { asked, port, endpoint } = await aNode(({ method }, response) => {
      if (method === 'POST') response.end('123456789');
    });
    const label = `http://127.0.0.1:${port}`;
    await expect(forward(endpoint, { method: 'PUT' }, { timeoutMs: 30, maxBytes: 8 })).rejects.toMatchObject({
      ...{ code: 'unavailable', message: `cannot reach ${label}: no response within 30 ms` },
    });
    await expect(forward(endpoint)).rejects.toMatchObject({
      ...{ code: 'limit-exceeded', message: `${label} answered with more than 8 bytes` },
    });
    const before = asked.length;
    await expect(forward(endpoint, { method: 'TRACE' })).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(asked).toHaveLength(before);
  });
});

describe('a forwarded WebSocket', () => {
  it('passes messages that were sent before it is open, and the close of the node', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.close());
    await once(server, 'listening');
    const seen: string[] = [];
    const opened = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>;
    server.on('connection', (socket) =>
      socket.on('message', (data) => {
        seen.push(String(data));
        if (seen.length === 3) socket.close(4321, 'enough');
        else socket.send(`re ${data}`);
      }),
    );
    const endpoint = parseEndpoint(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/base`, 1);
    const received: string[] = [];
    const closed = new Promise<readonly [number, string]>((resolve) => {
      const target = { path: '/websocket', query: 'b=5', headers: {} };
      const socket = forwardSocket(endpoint, target, LIMITS, {
        message: (text) => {
          received.push(text);
          if (received.length === 2) socket.send('three');
        },
        close: (code, reason) => resolve([code, reason]),
      });
      for (const text of ['one', 'two']) socket.send(text);
    });
    expect((await opened)[1].url).toBe('/base/websocket?b=5');
    expect(await closed).toEqual([4321, 'enough']);
    expect([seen, received]).toEqual([
      ['one', 'two', 'three'],
      ['re one', 're two'],
    ]);
  });

  it('closes with the failure where nothing listens', async () => {
    const endpoint = parseEndpoint('ws://127.0.0.1:1/secret', 1);
    const closed = await new Promise((resolve) =>
      forwardSocket(endpoint, { path: '/', query: '', headers: {} }, LIMITS, {
        message: () => undefined,
        close: (code, reason) => resolve([code, reason]),
      }),
    );
    expect(closed).toEqual([1011, 'cannot reach http://127.0.0.1:1: nothing listens there']);
  });
});
