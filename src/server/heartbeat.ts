/**
 * Finds a WebSocket client that is gone without a word (consensus-rpc.md 7): an empty ping every `webSocketPingMs`; who
 * sends nothing at all for `webSocketSilenceMs`, not even a pong, while it is read from, is cut off.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ServerLimits } from './limits.js';

type HeartbeatLimits = Pick<ServerLimits, 'webSocketPingMs' | 'webSocketSilenceMs'>;

export class Heartbeat {
  /** Bytes that had come from the client at the last tick. */
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

  /** `ms` have passed since the last tick. */
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
