/** Implements bare clients for server tests: they send exactly what the test writes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ClientOptions, WebSocket } from 'ws';
import { createEvmHandler } from '../../src/rpc/evm/evm_handler.js';
import type { EvmServiceOptions } from '../../src/rpc/evm/service.js';
import type { ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { type Listener, type ListenOptions, listen } from '../../src/server/listener.js';
import { TICK_MS } from '../../src/server/slow_client_monitor.js';
import { aBench } from '../rpc/evm/fixture.js';

/** Time limit that is longer than any test may take. */
export const HOUR_MS = 3_600_000;

export interface HttpResponse {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the body chunked. Node's server reads chunked requests, and our front reads plain ones. */
  readonly chunked?: boolean;
}

export function requestText({
  method = 'POST',
  target = '/',
  headers = {},
  body = '',
  chunked = false,
}: RawRequest): string {
  const all: Record<string, string> = { host: '127.0.0.1', 'content-type': 'application/json', ...headers };
  if (chunked) all['transfer-encoding'] = 'chunked';
  else if (method !== 'GET') all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const chunk = body === '' ? '' : `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${chunked ? `${chunk}0\r\n\r\n` : body}`;
}

/** Reads responses from a socket, one after the other. */
export class HttpClient {
  #buffer = Buffer.alloc(0);
  #wake = (): void => {};
  ended = false;

  constructor(readonly socket: Socket) {
    const wake = (): void => this.#wake();
    socket.on('data', (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      wake();
    });
    socket.on('close', () => {
      this.ended = true;
      wake();
    });
    socket.on('error', () => {});
  }

  static async to(listener: Listener): Promise<HttpClient> {
    const address = listener.address.replace('unix://', '');
    const socket = listener.port === undefined ? connect(address) : connect(listener.port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpClient(socket);
  }

  /** Connects over TLS, and trusts certificates that `ca` has signed, in PEM. */
  static async overTls({ port }: Listener, ca: string): Promise<HttpClient> {
    const socket = connectTls({ port: port as number, host: '127.0.0.1', ca, servername: 'localhost' });
    await once(socket, 'secureConnect');
    return new HttpClient(socket);
  }

  /** Sends a request and reads the response. */
  ask(request: RawRequest): Promise<HttpResponse> {
    this.socket.write(requestText(request));
    return this.read();
  }

  async read(): Promise<HttpResponse> {
    for (;;) {
      const response = this.#parse();
      if (response !== undefined) return response;
      if (this.ended) throw new Error(`the connection ended after ${JSON.stringify(this.#buffer.toString())}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Received bytes that are not a whole response. */
  get rest(): string {
    return this.#buffer.toString('latin1');
  }

  /** Resolves when the connection has ended. */
  async end(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  #parse(): HttpResponse | undefined {
    const end = this.#buffer.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [first = '', ...lines] = this.#buffer.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (this.#buffer.length < end + 4 + length) return undefined;
    const body = this.#buffer.toString('utf8', end + 4, end + 4 + length);
    this.#buffer = this.#buffer.subarray(end + 4 + length);
    return { status: Number(first.split(' ')[1]), headers, body };
  }
}

/** Returns what a connection receives before it ends. */
export async function closing(client: HttpClient): Promise<string> {
  await client.end();
  return client.rest;
}

/** Returns the clock of a listener, which only the test advances. */
export function aTicker() {
  const ticks = new Set<() => void>();
  let started = 0;
  return {
    ticker: (_ms: number, tick: () => void) => {
      ticks.add(tick);
      started++;
      return () => void ticks.delete(tick);
    },
    running: () => ticks.size,
    started: () => started,
    pass(ms: number): void {
      for (let passed = 0; passed < ms; passed += TICK_MS) for (const tick of ticks) tick();
    },
  };
}

/** Opens a listener over the little chain (or another handler) that closes at the end of the test. */
export async function aListener(options: Partial<ListenOptions> & { readonly node?: Partial<EvmServiceOptions> } = {}) {
  const bench = aBench(options.node);
  const handler: ProtocolHandler = options.handler ?? createEvmHandler(bench.node);
  const listener = await listen({ address: '127.0.0.1:0', flag: '--json-rpc.address', ...options, handler });
  return { ...bench, listener, [Symbol.asyncDispose]: () => listener.close() };
}

/** Opens a WebSocket, and records what it receives. */
export async function aWebSocket(
  listener: Listener,
  headers: Record<string, string> = {},
  path = '/',
  options: ClientOptions = {},
) {
  const socket = new WebSocket(`${listener.webSocketUrl}${path}`, { ...options, headers });
  const received: string[] = [];
  let wake = (): void => {};
  socket.on('message', (data: Buffer) => {
    received.push(data.toString());
    wake();
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  /** Returns the next message. */
  const next = async (): Promise<string> => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return received.shift() as string;
  };
  return { socket, next, received };
}

/** Returns the status with which an upgrade is refused. */
export async function refusedUpgrade(
  listener: Listener,
  headers: Record<string, string> = {},
  path = '/',
): Promise<number> {
  const socket = new WebSocket(`${listener.webSocketUrl}${path}`, { headers });
  socket.on('error', () => {});
  const [request, response] = (await once(socket, 'unexpected-response')) as [
    { destroy(): void },
    { statusCode: number },
  ];
  request.destroy();
  return response.statusCode;
}
