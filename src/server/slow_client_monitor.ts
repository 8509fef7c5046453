/**
 * Disconnects clients of a listener that do not read. A client must read its data within its write time (Go's write
 * deadline), and the unsent data of all clients must stay below a limit. It also runs the heartbeat of WebSockets. One
 * ticker serves all connections and runs only while there are some. Time is counted in ticks, so that a process that
 * was suspended does not disconnect its clients.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ServerLimits } from './limits.js';

/** Calls back every `ms` milliseconds, and returns a function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

/** Resolution of time limits and pings, in milliseconds. */
export const TICK_MS = 1000;

interface Watched {
  readonly backlog: Backlog;
  readonly heartbeat: Heartbeat | undefined;
  /** Milliseconds; 0 means no limit. */
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

/**
 * Measures how long unsent data of a client has waited, in ticks of a clock. The time runs from the tick that first saw
 * the data to the one that finds all of it sent. Bytes that trickle out, and data that the client sends meanwhile, do
 * not restart it.
 */
class Backlog {
  /** Bytes given to the socket when the measurement began. */
  #given = 0;
  #waitedMs = 0;

  constructor(readonly socket: Socket) {}

  /** Bytes that the network has not taken. */
  get bytes(): number {
    return this.socket.writableLength;
  }

  /** Waiting time at the last tick, in milliseconds. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Advances the clock by `ms`. */
  tick(ms: number): void {
    const { bytesWritten, writableLength } = this.socket;
    if (bytesWritten - writableLength < this.#given) {
      this.#waitedMs += ms;
      return;
    }
    this.#given = bytesWritten;
    this.#waitedMs = 0;
  }
}

/**
 * Detects WebSocket clients that have disappeared (consensus-rpc.md 7). It sends an empty ping every `webSocketPingMs`.
 * It disconnects a client that sends nothing, not even a pong, for `webSocketSilenceMs` while the server reads from it.
 */
class Heartbeat {
  /** Bytes that had arrived from the client at the last tick. */
  #read: number;
  #silentMs = 0;
  #unpingedMs = 0;

  constructor(
    readonly webSocket: WebSocket,
    readonly socket: Socket,
    readonly limits: ServerLimits,
  ) {
    this.#read = socket.bytesRead;
  }

  /** Advances the clock by `ms`. */
  tick(ms: number): void {
    const { webSocket, socket } = this;
    const { webSocketPingMs, webSocketSilenceMs } = this.limits;
    const silent = socket.bytesRead === this.#read && !webSocket.isPaused;
    this.#silentMs = silent ? this.#silentMs + ms : 0;
    this.#read = socket.bytesRead;
    this.#unpingedMs += ms;
    if (webSocketSilenceMs > 0 && this.#silentMs >= webSocketSilenceMs) webSocket.terminate();
    else if (webSocketPingMs > 0 && this.#unpingedMs >= webSocketPingMs && webSocket.readyState === webSocket.OPEN) {
      this.#unpingedMs = 0;
      webSocket.ping();
    }
  }
}
