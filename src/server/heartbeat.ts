/**
 * Finds WebSocket clients that are gone without a word (consensus-rpc.md 7): an empty ping every `webSocketPingMs`; who
 * sends nothing at all for `webSocketSilenceMs`, not even a pong, while it is read from, or takes nothing of what waits for it for
 * `webSocketWriteMs`, is cut off. One ticker serves all connections of a listener and runs only while there are some.
 * Time is counted in ticks, so that a process that stood still does not take its clients for dead.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ServerLimits } from './limits.js';

/** Calls back every `ms` milliseconds; returns the function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

/** How late a ping or an end may come. */
export const HEARTBEAT_MS = 1000;

type HeartbeatLimits = Pick<ServerLimits, 'webSocketPingMs' | 'webSocketSilenceMs' | 'webSocketWriteMs'>;

/** What was seen of a connection at the last tick, and for how many milliseconds nothing has changed. */
interface Pulse {
  readonly socket: Socket;
  read: number;
  written: number;
  silentMs: number;
  stalledMs: number;
  unpingedMs: number;
}

/** Bytes that the network has taken. */
const taken = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;

export class Heartbeat {
  readonly #pulses = new Map<WebSocket, Pulse>();
  #stop: (() => void) | undefined;

  constructor(
    readonly ticker: Ticker,
    readonly limits: HeartbeatLimits,
  ) {}

  watch(webSocket: WebSocket, socket: Socket): void {
    const [read, written] = [socket.bytesRead, taken(socket)];
    this.#pulses.set(webSocket, { socket, read, written, silentMs: 0, stalledMs: 0, unpingedMs: 0 });
    this.#stop ??= this.ticker(HEARTBEAT_MS, () => this.#tick());
  }

  forget(webSocket: WebSocket): void {
    this.#pulses.delete(webSocket);
    if (this.#pulses.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #tick(): void {
    for (const [webSocket, pulse] of this.#pulses) this.#feel(webSocket, pulse);
  }

  #feel(webSocket: WebSocket, pulse: Pulse): void {
    const { socket } = pulse;
    const { webSocketPingMs, webSocketSilenceMs, webSocketWriteMs } = this.limits;
    const silent = socket.bytesRead === pulse.read && !webSocket.isPaused;
    pulse.silentMs = silent ? pulse.silentMs + HEARTBEAT_MS : 0;
    pulse.stalledMs = socket.writableLength > 0 && taken(socket) === pulse.written ? pulse.stalledMs + HEARTBEAT_MS : 0;
    pulse.read = socket.bytesRead;
    pulse.written = taken(socket);
    pulse.unpingedMs += HEARTBEAT_MS;
    if (pulse.silentMs >= webSocketSilenceMs || pulse.stalledMs >= webSocketWriteMs) webSocket.terminate();
    else if (pulse.unpingedMs >= webSocketPingMs && webSocket.readyState === webSocket.OPEN) {
      pulse.unpingedMs = 0;
      webSocket.ping();
    }
  }
}
