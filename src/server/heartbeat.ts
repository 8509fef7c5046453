/**
 * Detects WebSocket clients that have disappeared (consensus-rpc.md 7). It sends an empty ping every `webSocketPingMs`.
 * It disconnects a client that sends nothing, not even a pong, for `webSocketSilenceMs` while the server reads from it.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ServerLimits } from './limits.js';

type HeartbeatLimits = Pick<ServerLimits, 'webSocketPingMs' | 'webSocketSilenceMs'>;

export class Heartbeat {
  /** Counts the bytes that had arrived from the client at the last tick. */
  #read: number;
  #silentMs = 0;
  #unpingedMs = 0;

  constructor(
    readonly webSocket: WebSocket,
    readonly socket: Socket,
    readonly limits: HeartbeatLimits,
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
