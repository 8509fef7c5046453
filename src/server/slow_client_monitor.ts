/**
 * Watches the connections of a listener and cuts off who does not read: what waits for a client must be taken within its
 * write time (Go's write deadline), and what waits for all of them must not exceed a bound. WebSockets have their
 * heartbeat here too. One ticker serves all connections and runs only while there are some. Time is counted in ticks, so
 * that a process that stood still does not take its clients for dead.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { Backlog } from './backlog.js';
import { Heartbeat } from './heartbeat.js';
import type { ServerLimits } from './limits.js';

/** Calls back every `ms` milliseconds; returns the function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

/** How late an end or a ping may come. */
export const TICK_MS = 1000;

interface Watched {
  readonly backlog: Backlog;
  readonly heartbeat: Heartbeat | undefined;
  /** 0 for any time. */
  readonly writeTimeMs: number;
}

export class Watch {
  readonly #watched = new Map<Socket, Watched>();
  #stop: (() => void) | undefined;

  constructor(
    readonly ticker: Ticker,
    readonly limits: ServerLimits,
  ) {}

  /** An HTTP connection, until it ends. */
  add(socket: Socket): void {
    const { writeTimeMs } = this.limits;
    this.#watched.set(socket, { backlog: new Backlog(socket), heartbeat: undefined, writeTimeMs });
    this.#stop ??= this.ticker(TICK_MS, () => this.#tick());
    socket.once('close', () => this.#forget(socket));
  }

  /** One that is watched speaks WebSocket from now on. */
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

  /** Cuts off those that have not read for longest. */
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
