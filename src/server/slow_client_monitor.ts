/**
 * Disconnects clients of a listener that do not read. A client must read its data within its write time (Go's write
 * deadline), and the unsent data of all clients must stay below a limit. It also runs the heartbeat of WebSockets. One
 * ticker serves all connections and runs only while there are some. Time is counted in ticks, so that a process that
 * was suspended does not disconnect its clients.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { Backlog } from './backlog.js';
import { Heartbeat } from './heartbeat.js';
import type { ServerLimits } from './limits.js';

/** Calls back every `ms` milliseconds, and returns a function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

/** Is the resolution of time limits and pings, in milliseconds. */
export const TICK_MS = 1000;

interface Watched {
  readonly backlog: Backlog;
  readonly heartbeat: Heartbeat | undefined;
  /** Is in milliseconds; 0 means no limit. */
  readonly writeTimeMs: number;
}

export class SlowClientMonitor {
  readonly #watched = new Map<Socket, Watched>();
  #stop: (() => void) | undefined;

  constructor(
    readonly ticker: Ticker,
    readonly limits: ServerLimits,
  ) {}

  /** Watches an HTTP connection until it ends. */
  add(socket: Socket): void {
    const { writeTimeMs } = this.limits;
    this.#watched.set(socket, { backlog: new Backlog(socket), heartbeat: undefined, writeTimeMs });
    this.#stop ??= this.ticker(TICK_MS, () => this.#tick());
    socket.once('close', () => this.#forget(socket));
  }

  /** Switches a watched connection to WebSocket. */
  upgrade(socket: Socket, webSocket: WebSocket): void {
    if (!this.#watched.has(socket)) return;
    const heartbeat = new Heartbeat(webSocket, socket, this.limits);
    this.#watched.set(socket, {
      backlog: new Backlog(socket),
      heartbeat,
      writeTimeMs: this.limits.webSocketWriteMs,
    });
  }

  #forget(socket: Socket): void {
    this.#watched.delete(socket);
    if (this.#watched.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #tick(): void {
    let bytes = 0;
    for (const [socket, { backlog, heartbeat, writeTimeMs }] of this.#watched) {
      backlog.tick(TICK_MS);
      if (writeTimeMs > 0 && backlog.waitedMs >= writeTimeMs) socket.destroy();
      else {
        heartbeat?.tick(TICK_MS);
        bytes += backlog.bytes;
      }
    }
    const excess = bytes - this.limits.backlogBytes;
    if (excess > 0) this.#relieve(excess);
  }

  /** Disconnects the clients that have not read for the longest time. */
  #relieve(excess: number): void {
    const slow = [...this.#watched.values()]
      .map(({ backlog }) => backlog)
      .filter(({ waitedMs, socket }) => waitedMs > 0 && !socket.destroyed)
      .sort((a, b) => b.waitedMs - a.waitedMs || b.bytes - a.bytes);
    let left = excess;
    for (const { bytes, socket } of slow) {
      if (left <= 0) return;
      left -= bytes;
      socket.destroy();
    }
  }
}
