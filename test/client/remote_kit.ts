/** Makes remote nodes that answer as a test says, and records what they are asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Schedule } from '../../src/client/backoff.js';

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Request that a node gets. */
export interface Asked {
  readonly requests: readonly Request[];
  readonly isBatch: boolean;
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
}

export type Reply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** Ends the connection: before the response, or after a part of it. */
  | { readonly cut: 'before' | 'inside' }
  | 'silence';

export interface FakeNode {
  readonly url: string;
  readonly port: number;
  readonly asked: Asked[];
  /** Resolves when a number of HTTP requests has arrived. */
  arrived(count: number): Promise<void>;
}

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a node. `reply` gets each request and its index. Its URL has secrets, all of them with the word SECRET. */
export async function fakeNode(reply: (asked: Asked, index: number) => Reply): Promise<FakeNode> {
  const asked: Asked[] = [];
  let wake = (): void => undefined;
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    // A client of another test may still look for its own server at this port.
    if (text === '') return void response.writeHead(400).end();
    const body = JSON.parse(text) as Request | Request[];
    const one: Asked = {
      requests: Array.isArray(body) ? body : [body],
      isBatch: Array.isArray(body),
      headers: request.headers,
      url: request.url ?? '',
    };
    asked.push(one);
    wake();
    send(response, reply(one, asked.length - 1));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://SECRETuser:SECRETword@127.0.0.1:${port}/v2/SECRETpath?key=SECRETquery`,
    port,
    asked,
    async arrived(count) {
      while (asked.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if ('cut' in reply) {
    if (reply.cut === 'inside') response.writeHead(200, { 'content-length': '1000' }).write('[{"jsonrpc":"2.0",');
    // The part of the response is on its way before the connection ends.
    setImmediate(() => response.socket?.destroy());
    return;
  }
  response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(reply.body);
}

/** Answers each call by `result`, in one body. */
export function answers({ requests, isBatch }: Asked, result: (request: Request) => unknown): Reply {
  const all = requests.map((request) => ({ jsonrpc: '2.0', id: request.id, result: result(request) }));
  return { body: JSON.stringify(isBatch ? all : all[0]) };
}

/** Answers with the method and its params. */
export const echoes = (asked: Asked): Reply => answers(asked, ({ method, params }) => [method, ...params]);

/** Limit of a request in these tests, which no other delay has. */
export const TIMEOUT_MS = 12_345;

export interface Delays {
  readonly schedule: Schedule;
  /** All delays but time limits, which did not pass. */
  readonly delays: number[];
  /** Lets the time limits of all requests pass. */
  expire(): void;
}

/** Makes timers that call back in the next turn of the event loop. Time limits pass when the test says so. */
export function instantly(): Delays {
  const delays: number[] = [];
  const limits = new Set<() => void>();
  return {
    delays,
    expire() {
      for (const limit of [...limits]) limit();
    },
    schedule(delayMs, action) {
      if (delayMs === TIMEOUT_MS) {
        limits.add(action);
        return () => void limits.delete(action);
      }
      delays.push(delayMs);
      const timer = setImmediate(action);
      return () => clearImmediate(timer);
    },
  };
}
