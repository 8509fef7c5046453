/** Opens WebSockets of the dashboard's feed, as its pages do, and counts what they receive. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { About, FeedMessage } from '../src/rpc/dashboard/wire.js';

export class FeedReader {
  /** Messages of each type. */
  readonly messages = new Map<string, number>();
  /** Events of rounds. */
  events = 0;
  bytes = 0;
  /** Heights that were left out. */
  skipped = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.#take(data));
  }

  /** Opens the feed of the first chain, and waits for the first message. */
  static async open(port: number, rounds = true): Promise<FeedReader> {
    const url = `127.0.0.1:${port}`;
    const { chains } = (await (await fetch(`http://${url}/about`)).json()) as About;
    const socket = new WebSocket(`ws://${url}/feed`);
    await once(socket, 'open');
    const reader = new FeedReader(socket);
    socket.send(JSON.stringify({ chain: chains[0]?.id, rounds }));
    await once(socket, 'message');
    return reader;
  }

  /** Receives nothing from now on, as a page whose process is stopped. */
  stopReading(): void {
    this.socket.pause();
  }

  close(): void {
    this.socket.terminate();
  }

  countOf(type: FeedMessage['type']): number {
    return this.messages.get(type) ?? 0;
  }

  /** Counts what arrives in some milliseconds. */
  async during(ms: number): Promise<{ readonly heads: number; readonly events: number; readonly bytes: number }> {
    const [heads, events, bytes] = [this.countOf('head'), this.events, this.bytes];
    await sleep(ms);
    return { heads: this.countOf('head') - heads, events: this.events - events, bytes: this.bytes - bytes };
  }

  #take(data: Buffer): void {
    const message = JSON.parse(data.toString()) as FeedMessage;
    this.bytes += data.length;
    this.messages.set(message.type, this.countOf(message.type) + 1);
    if (message.type === 'head') this.skipped += message.skipped;
    if (message.type === 'rounds' && message.message.type === 'events') this.events += message.message.events.length;
  }
}
