/** Sends requests as they were recorded: bytes over HTTP, messages over WebSocket. */
import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { Exchange, Json } from './recording.js';

interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request. Its body has a character for each byte. */
export function ask(url: string, sent: NonNullable<Exchange['http']>): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from(sent.body, 'latin1');
    const { method, path } = sent;
    const headers = {
      ...sent.headers,
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'content-length': body.length }),
    };
    const asked = request(new URL(path, url), { method, headers, agent: false }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(method === 'GET' || method === 'HEAD' ? undefined : body);
  });
}

export const parsed = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const PROBE = { jsonrpc: '2.0', id: 'probe', method: 'net_version' };

/** A connection that returns answers in order, and stores the notifications of each subscription. */
export class Wire {
  readonly #answers: Json[] = [];
  readonly #pushed = new Map<string, Json[]>();
  #wake: () => void = () => undefined;
  #isClosed = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString())));
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  static async to(url: string): Promise<Wire> {
    const wire = new Wire(new WebSocket(url));
    await once(wire.socket, 'open');
    return wire;
  }

  #take(message: Json): void {
    const subscription = message.method === 'eth_subscription' ? message.params.subscription : undefined;
    if (subscription === undefined) this.#answers.push(message);
    else this.#pushed.set(subscription, [...(this.#pushed.get(subscription) ?? []), message]);
    this.#wake();
  }

  /** Returns the answer, or `silent` when the connection was closed instead. */
  async ask(message: Json): Promise<Json> {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    while (this.#answers.length === 0 && !this.#isClosed) await this.#next();
    return this.#answers.shift() ?? { silent: true, closed: true };
  }

  /** Returns the answer to a message that may have none: `silent` when the request after it is answered first. */
  async askWithoutId(message: Json): Promise<Json> {
    this.socket.send(JSON.stringify(message));
    const first = await this.ask({ ...PROBE });
    if (first.id === PROBE.id) return { silent: true };
    while (this.#answers.length === 0) await this.#next();
    this.#answers.shift();
    return first;
  }

  /** Returns the first notification of a subscription. */
  async pushed(subscription: string): Promise<Json> {
    while (!this.#pushed.has(subscription)) await this.#next();
    return this.#pushed.get(subscription)?.[0];
  }

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

/** Returns whether a page of an origin may open a WebSocket, and the status if not. */
export async function upgrade(url: string, origin: string): Promise<Json> {
  const socket = new WebSocket(url, { origin });
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve({ open: true });
    });
    socket.on('unexpected-response', (_, reply) => resolve({ open: false, refused: reply.statusCode }));
    socket.on('error', () => undefined);
  });
}

/** Received answer in the form of an exchange. */
export interface Answered {
  readonly status?: number;
  readonly headers?: HttpReply['headers'];
  readonly text?: string;
  readonly answer: Exchange['answer'];
}
