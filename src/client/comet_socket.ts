/**
 * Subscribes to events of a CometBFT node over its WebSocket (consensus-rpc.md 7). It subscribes to all queries before
 * it reports `open`. After any failure it reports `lost`, connects again after a delay, and subscribes again. Nothing
 * is replayed: after each `open` the caller reads the state that it missed.
 */
import { WebSocket } from 'ws';
import { quoted } from '../kernel/text.js';
import { Backoff, type Schedule, timers } from './backoff.js';
import type { Endpoint } from './endpoint.js';
import { connectionFailure } from './json_rpc_client.js';

/**
 * Most bytes of a message. A NewBlock event may have a block of 21 MB in base64, and the results of its transactions.
 */
const MAX_MESSAGE_BYTES = 100_000_000;
/** Longest time for the connection and for the responses to all subscriptions. */
const OPEN_MS = 10_000;
/** Time between two pings. A connection without any byte between two pings counts as lost. */
const PING_MS = 15_000;

export type CometSocketMessage =
  /** All subscriptions are active. */
  | { readonly type: 'open' }
  | { readonly type: 'event'; readonly event: CometEvent }
  /** The connection has ended; the next attempt follows in `retryMs`. */
  | { readonly type: 'lost'; readonly reason: string; readonly retryMs: number };

/** Event as the node sends it. Its value may have any shape. */
export interface CometEvent {
  /** Last `tm.event` of the event: the application may have one of its own, which comes first. */
  readonly name: string;
  readonly value: unknown;
}

export interface CometSocketOptions {
  /** At most five queries, as many as a node allows a client by default. */
  readonly queries: readonly string[];
  readonly listener: (message: CometSocketMessage) => void;
  readonly schedule?: Schedule;
  readonly maxMessageBytes?: number;
}

export class CometSocket {
  readonly #backoff = new Backoff();
  #connection: Connection | undefined;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly options: CometSocketOptions,
  ) {
    this.#connect();
  }

  /** Ends the connection, or the attempts to connect. The listener receives nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    this.#connection?.end();
  }

  /** Ends this connection for a reason that the caller found, and connects again after a delay. */
  reconnect(reason: string): void {
    this.#connection?.fail(reason);
  }

  #connect(): void {
    this.#connection = new Connection(this.endpoint, this.options, {
      open: () => this.options.listener({ type: 'open' }),
      event: (event) => {
        // A server that accepts connections and then fails must not get four requests a second.
        this.#backoff.reset();
        this.options.listener({ type: 'event', event });
      },
      lost: (reason) => this.#retry(reason),
    });
  }

  #retry(reason: string): void {
    if (this.#isClosed) return;
    const retryMs = this.#backoff.next();
    this.#cancelRetry = (this.options.schedule ?? timers)(retryMs, () => this.#connect());
    this.options.listener({ type: 'lost', reason, retryMs });
  }
}

interface ConnectionListener {
  open(): void;
  event(event: CometEvent): void;
  lost(reason: string): void;
}

/** Parses JSON. Returns undefined for any other text. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Handles one connection from its handshake to its end, which it reports once. */
class Connection {
  readonly #socket: WebSocket;
  readonly #schedule: Schedule;
  readonly #unconfirmed: Set<number>;
  #cancelTimer: () => void;
  #isAlive = true;
  #isEnded = false;

  constructor(
    { webSocket, headers }: Endpoint,
    private readonly options: CometSocketOptions,
    private readonly listener: ConnectionListener,
  ) {
    this.#schedule = options.schedule ?? timers;
    this.#unconfirmed = new Set(options.queries.keys());
    this.#socket = new WebSocket(webSocket, {
      headers: { ...headers },
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    });
    this.#cancelTimer = this.#schedule(OPEN_MS, () =>
      this.fail(`the server did not open subscriptions within ${OPEN_MS} ms`),
    );
    this.#listen();
  }

  /** Ends the connection without a report. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelTimer();
    this.#socket.terminate();
  }

  fail(reason: string): void {
    if (this.#isEnded) return;
    this.end();
    this.listener.lost(reason);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('open', () => this.#subscribe());
    socket.on('message', (data) => this.#receive(data.toString()));
    socket.on('pong', () => this.#note());
    socket.on('ping', () => this.#note());
    socket.on('unexpected-response', (_, { statusCode }) =>
      this.fail(`the server answered the WebSocket handshake with HTTP status ${statusCode}`),
    );
    socket.on('error', (error: NodeJS.ErrnoException) => this.fail(socketFailure(error)));
    socket.on('close', () => this.fail('the server closed the connection'));
  }

  #note(): void {
    this.#isAlive = true;
  }

  #subscribe(): void {
    for (const [id, query] of this.options.queries.entries())
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params: { query } }));
  }

  #receive(text: string): void {
    if (this.#isEnded) return;
    this.#note();
    const message = objectOf(parsedJson(text));
    const id = message['id'];
    const isOurs = typeof id === 'number' && id >= 0 && id < this.options.queries.length;
    if (message['error'] !== undefined) this.fail(`the server ended a subscription: ${errorText(message['error'])}`);
    else if (!isOurs || message['result'] === undefined)
      this.fail(`the server sent "${quoted(text.slice(0, 60))}", which answers no subscription`);
    else this.#take(id, eventOf(message['result']));
  }

  /** Takes an event, or the response to a subscription. */
  #take(id: number, event: CometEvent | undefined): void {
    if (event !== undefined) this.listener.event(event);
    else if (this.#unconfirmed.delete(id) && this.#unconfirmed.size === 0) this.#open();
  }

  #open(): void {
    this.#cancelTimer();
    this.#ping();
    this.listener.open();
  }

  /** Sends a ping, and expects some message before the next one. */
  #ping(): void {
    this.#isAlive = false;
    this.#socket.ping();
    this.#cancelTimer = this.#schedule(PING_MS, () => {
      if (this.#isAlive) this.#ping();
      else this.fail(`the server sent nothing for ${PING_MS} ms`);
    });
  }
}

/** Explains an error of the socket. Texts of `ws` about frames contain nothing from outside. */
function socketFailure(error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('WS_ERR') === true) return `the server sent an invalid frame: ${quoted(error.message)}`;
  return connectionFailure(error);
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function errorText(error: unknown): string {
  const { message, data } = objectOf(error);
  const parts = [message, data].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'it gave no reason' : quoted(parts.join(': '));
}

/** Returns the event of a result, or undefined for the response to the subscription. */
function eventOf(result: unknown): CometEvent | undefined {
  const { data, events } = objectOf(result);
  const names = objectOf(events)['tm.event'];
  const name: unknown = Array.isArray(names) ? names.at(-1) : undefined;
  return data === undefined || typeof name !== 'string' ? undefined : { name, value: objectOf(data)['value'] };
}
