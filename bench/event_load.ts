/** Opens many WebSocket subscribers (RFC 6455), which count the received events and read only their first bytes. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { openSocket } from './bare_socket.js';

export interface Subscription {
  readonly query: string;
  /** Events that each client must receive. */
  readonly events: number;
  /** Minimum size of counted events. Those of empty blocks are shorter. */
  readonly leastBytes: number;
}

/** Opens `clients` connections and subscribes each. Resolves when all are confirmed. */
export interface SubscribeOrder {
  readonly type: 'subscribe';
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  /** At most nine subscriptions. */
  readonly subscriptions: readonly Subscription[];
}

export interface EventsReport {
  /** Time from the first delivery of a counted event to the last, in seconds. */
  readonly seconds: number;
  readonly events: number;
  /** Bytes of the counted events. */
  readonly bytes: number;
  /** CPU time of the load generator meanwhile, in seconds. */
  readonly cpuSeconds: number;
}

/** Encodes a text frame of up to 65535 bytes, masked as a client's must be. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  for (let i = 0; i < payload.length; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload]);
}

const upgradeRequest = (path: string): string =>
  [
    ...[`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: Upgrade', 'upgrade: websocket'],
    ...['sec-websocket-version: 13', `sec-websocket-key: ${randomBytes(16).toString('base64')}`, '', ''],
  ].join('\r\n');

const CONFIRMED = /^\{"jsonrpc":"2\.0","id":\d,"result":\{\}\}$/;
const EVENT = /^\{"jsonrpc":"2\.0","id":(\d),"result":\{"/;
/** Bytes of a message that identify it; a confirmation has 36. */
const PEEKED = 40;
const WHOLE_TEXT = 0x81;
/** Head of a ping. It needs no answer within the seconds of a round. */
const PING = 0x89;

/** Finds the messages in the bytes that a server sends. */
class MessageReader {
  /** Bytes of the current frame that have not arrived. */
  #skip = 0;
  #held: Buffer | undefined;

  constructor(readonly onMessage: (peeked: string, bytes: number) => void) {}

  read(chunk: Buffer): void {
    const data = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = undefined;
    let at = 0;
    while (at < data.length) {
      if (this.#skip === 0) {
        const size = this.#frame(data, at);
        if (size === undefined) {
          this.#held = Buffer.from(data.subarray(at));
          return;
        }
        this.#skip = size;
      }
      const step = Math.min(this.#skip, data.length - at);
      this.#skip -= step;
      at += step;
    }
  }

  /** Returns the bytes of the frame at `at`, head included, or undefined when its head is incomplete. */
  #frame(data: Buffer, at: number): number | undefined {
    const there = data.length - at;
    if (there < 2) return undefined;
    const short = (data[at + 1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (there < head) return undefined;
    const bytes =
      short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? Number(data.readBigUInt64BE(at + 2)) : short;
    const peeked = Math.min(bytes, PEEKED);
    if (there < head + peeked) return undefined;
    const first = data[at] ?? 0;
    if (first === WHOLE_TEXT) this.onMessage(data.toString('latin1', at + head, at + head + peeked), bytes);
    else if (first !== PING) throw new Error(`unexpected WebSocket frame 0x${first.toString(16)}`);
    return head + bytes;
  }
}

/** Promise that is settled from outside. Its rejection needs no handler. */
class Settled<T> {
  resolve: (value: T) => void = () => undefined;
  reject: (error: Error) => void = () => undefined;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => undefined);
  }
}

export class Audience {
  readonly #sockets: Socket[] = [];
  #unconfirmed: number;
  /** Events that have not arrived, by the subscription's id less one. */
  readonly #left: number[];
  #firstAt = 0;
  #lastAt = 0;
  #cpu = process.cpuUsage();
  #events = 0;
  #bytes = 0;
  readonly #confirmed = new Settled<void>();
  readonly #received = new Settled<EventsReport>();
  #closed = false;

  constructor(readonly order: SubscribeOrder) {
    this.#unconfirmed = order.clients * order.subscriptions.length;
    this.#left = order.subscriptions.map(({ events }) => events * order.clients);
  }

  async open(): Promise<void> {
    await Promise.all(Array.from({ length: this.order.clients }, () => this.#connect()));
    await this.#confirmed.promise;
  }

  /** Resolves when every client has all its events. Rejects after `ms`. */
  async received(ms: number): Promise<EventsReport> {
    const timer = setTimeout(() => this.#fail(new Error(`events that did not arrive in time: ${this.#left}`)), ms);
    return this.#received.promise.finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async #connect(): Promise<void> {
    const messages = new MessageReader((peeked, bytes) => this.#message(peeked, bytes));
    let upgraded = false;
    const read = (chunk: Buffer): void => {
      if (upgraded) messages.read(chunk);
      else {
        const text = chunk.toString('latin1');
        if (!text.startsWith('HTTP/1.1 101 ') || !text.endsWith('\r\n\r\n')) throw new Error(`no upgrade: ${text}`);
        upgraded = true;
        this.#subscribe(socket);
      }
    };
    const socket = await openSocket(this.order.port, read, (error) => this.#fail(error));
    this.#sockets.push(socket);
    socket.write(upgradeRequest(this.order.path));
  }

  #subscribe(socket: Socket): void {
    this.order.subscriptions.forEach(({ query }, i) => {
      socket.write(textFrame(JSON.stringify({ jsonrpc: '2.0', id: i + 1, method: 'subscribe', params: { query } })));
    });
  }

  #message(peeked: string, bytes: number): void {
    if (CONFIRMED.test(peeked)) {
      if (--this.#unconfirmed === 0) this.#confirmed.resolve();
      return;
    }
    const index = Number(EVENT.exec(peeked)?.[1]) - 1;
    const subscription = this.order.subscriptions[index];
    if (subscription === undefined) throw new Error(`unexpected message of ${bytes} bytes: ${peeked}`);
    if (bytes >= subscription.leastBytes) this.#count(index, bytes);
  }

  #count(index: number, bytes: number): void {
    this.#lastAt = performance.now();
    if (this.#events === 0) {
      this.#firstAt = this.#lastAt;
      this.#cpu = process.cpuUsage();
    }
    this.#events++;
    this.#bytes += bytes;
    this.#left[index] = (this.#left[index] ?? 0) - 1;
    if (this.#left[index] === 0 && this.#left.every((left) => left <= 0)) this.#report();
  }

  #report(): void {
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#received.resolve({
      seconds: (this.#lastAt - this.#firstAt) / 1000,
      events: this.#events,
      bytes: this.#bytes,
      cpuSeconds: (user + system) / 1e6,
    });
  }

  #fail(error: Error): void {
    if (this.#closed) return;
    this.#confirmed.reject(error);
    this.#received.reject(error);
  }
}
