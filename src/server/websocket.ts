/**
 * Implements WebSockets (RFC 6455, without compression): the upgrade with its Host and Origin checks, and one
 * connection as its handler sees it. Frames of one turn of the event loop leave in one write. A client with more than
 * `webSocketBacklogBytes` unread gets only a close frame with the reason, as soon as it reads.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { isGone } from '../kernel/fair_scheduler.js';
import { fromUtf8 } from '../kernel/text.js';
import {
  FAULT_HEADER,
  type FaultGate,
  type FaultLane,
  type Headers,
  type LaneConnection,
  type Peer,
  type ProtocolConnection,
  type ProtocolHandler,
  type ProtocolSocket,
  type RefusedSocket,
} from '../rpc/protocol_handler.js';
import { breakOff } from './connections.js';
import { matchesOrigin } from './cors.js';
import { sendLast } from './final_response.js';
import type { ServerLimits } from './limits.js';
import { type OnCrash, peerOf, type Remote, splitTarget } from './pipeline.js';
import type { SlowClientMonitor } from './slow_client_monitor.js';
import { originHost, type TrustRules } from './trust.js';

/**
 * Most bytes that are framed for a client that does not read. Later messages wait as text, which clients of the same
 * events share.
 */
const FRAMED_BYTES = 1_048_576;

const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

export interface WebSocketHostOptions {
  readonly handler: ProtocolHandler;
  readonly trust: TrustRules;
  /**
   * Host names, or patterns of origins with `://`, whose pages may connect, besides those of this machine. `*` allows
   * all; an empty list refuses all connections.
   */
  readonly origins: readonly string[];
  readonly limits: ServerLimits;
  readonly onCrash: OnCrash;
  readonly watch: SlowClientMonitor | undefined;
  /** Faults that upgrades and messages meet. */
  readonly faults: FaultGate | undefined;
}

export class WebSocketHost {
  readonly #server: WebSocketServer;
  readonly #sockets = new Set<WebSocket>();

  constructor(readonly options: WebSocketHostOptions) {
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      // Go's servers do not validate UTF-8 here either. The handler refuses invalid text, with its own error.
      skipUTF8Validation: true,
      maxPayload: options.limits.webSocketMessageBytes,
    });
    // This handles an invalid handshake: an old version, a bad key.
    this.#server.on('wsClientError', (_, socket) => refuseUpgrade(socket, '400 Bad Request'));
  }

  /** Responds to an upgrade request: 403 for a foreign Host or Origin, 400 where the handler has no WebSocket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, remote: Remote): void {
    const headers = request.headers as Headers;
    if (!this.#allows(headers, remote)) {
      refuseUpgrade(socket, '403 Forbidden');
      return;
    }
    const peer = peerOf(remote, headers, this.options.trust);
    const { faults } = this.options;
    if (faults === undefined || !(faults.on || headers[FAULT_HEADER] !== undefined)) {
      this.#open(request, socket, head, peer);
      return;
    }
    void faults.refusesSocket({ peer, headers }).then((refused) => {
      if (refused !== undefined) refuseUpgrade(socket, refused.status, refused.text);
      else if (!socket.destroyed) this.#open(request, socket, head, peer);
    });
  }

  #open(request: IncomingMessage, socket: Socket, head: Buffer, peer: Peer): void {
    const headers = request.headers as Headers;
    const connection = new Connection(socket, this.options, { ...splitTarget(request.url ?? '/'), headers, peer });
    const handler = this.options.handler.openSocket?.(connection);
    if (handler === undefined) {
      refuseUpgrade(socket, '400 Bad Request');
      return;
    }
    const { onCrash, watch } = this.options;
    socket.once('close', () => connection.end(handler));
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#sockets.add(webSocket);
      watch?.upgrade(socket, webSocket);
      webSocket.on('close', () => this.#sockets.delete(webSocket));
      connection.attach(webSocket, handler, (error) => onCrash(this.options.handler.name, error));
    });
  }

  /** Sends a close frame to every client. */
  close(): void {
    for (const webSocket of this.#sockets) {
      webSocket.resume();
      webSocket.close(GOING_AWAY, 'the node is stopping');
    }
  }

  #allows(headers: Headers, remote: Remote): boolean {
    const { trust, origins } = this.options;
    if (remote.address !== '' && !trust.allowsHost(headers['host'])) return false;
    if (origins.length === 0) return false;
    const { origin } = headers;
    if (origin === undefined || origins.includes('*') || !trust.fromForeignPage(headers)) return true;
    const host = originHost(origin);
    return origins.some((named) => (named.includes('://') ? matchesOrigin(named, origin) : named === host));
  }
}

/** Refuses an upgrade with the texts of the WebSocket library of Go nodes. */
function refuseUpgrade(socket: Duplex, status: RefusedSocket['status'], text = `${status.slice(4)}\n`): void {
  sendLast(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\nsec-websocket-version: 13\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** The host's side of one open WebSocket. */
class Connection implements LaneConnection {
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly peer: ProtocolConnection['peer'];
  #webSocket: WebSocket | undefined;
  /** Messages sent before the handshake ended. */
  #early: string[] = [];
  /** Messages that are not framed yet, because the client does not read. */
  #held: string[] = [];
  #heldLength = 0;
  #corked = false;
  #ended = false;
  #tooSlow = false;
  #handler: ProtocolSocket | undefined;
  /** What messages pass since a fault has concerned the connection. */
  #lane: FaultLane | undefined;

  constructor(
    readonly socket: Socket,
    readonly options: Pick<WebSocketHostOptions, 'handler' | 'limits' | 'faults'>,
    request: Omit<ProtocolConnection, 'send' | 'close'>,
  ) {
    this.path = request.path;
    this.query = request.query;
    this.headers = request.headers;
    this.peer = { ...request.peer, gone: () => this.#tooSlow || isGone(request.peer) };
  }

  attach(webSocket: WebSocket, handler: ProtocolSocket, onCrash: (error: unknown) => void): void {
    const { faults } = this.options;
    this.#webSocket = webSocket;
    this.#handler = handler;
    if (this.headers[FAULT_HEADER] !== undefined) this.#openLane();
    webSocket.on('message', (data) => {
      if (this.#ended) return;
      try {
        if (this.#lane === undefined && faults?.on === true) this.#openLane();
        (this.#lane ?? handler).message(fromUtf8(data as Buffer));
      } catch (error) {
        onCrash(error);
        webSocket.close(INTERNAL_ERROR, 'internal error');
      }
    });
    webSocket.on('close', () => this.end(handler));
    this.socket.on('drain', () => {
      this.#sendHeld();
      // Otherwise `drain` is emitted again.
      if (!this.#ended && this.#held.length === 0 && !this.socket.writableNeedDrain) handler.drained?.();
    });
    // A protocol error (such as a frame that is too large) closes the connection by itself.
    webSocket.on('error', () => {});
    for (const text of this.#early.splice(0)) this.send(text);
  }

  end(handler: ProtocolSocket): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#dropHeld();
    handler.close();
  }

  get backlog(): number {
    return (this.#webSocket?.bufferedAmount ?? 0) + this.#heldLength;
  }

  send(text: string, past = false): void {
    const webSocket = this.#webSocket;
    if (webSocket === undefined) this.#early.push(text);
    if (webSocket === undefined || webSocket.readyState !== webSocket.OPEN) return;
    if (!past) {
      if (this.#lane === undefined && this.options.faults?.on === true) this.#openLane();
      if (this.#lane !== undefined) {
        this.#lane.sent(text);
        return;
      }
    }
    if (this.#held.length > 0 || webSocket.bufferedAmount > FRAMED_BYTES) {
      this.#held.push(text);
      this.#heldLength += text.length;
    } else {
      this.#cork();
      webSocket.send(text);
    }
    const { backlog } = this;
    const { limits } = this.options;
    const { length } = this.#held;
    if (backlog <= limits.webSocketBacklogBytes && length <= limits.webSocketBacklogMessages) return;
    this.#tooSlow = true;
    this.#dropHeld();
    const unread = backlog > limits.webSocketBacklogBytes ? `${backlog} bytes` : `${length} messages`;
    webSocket.close(POLICY_VIOLATION, `too slow: ${unread} are unread`);
    const handler = this.#handler;
    if (handler !== undefined) process.nextTick(() => this.end(handler));
  }

  hold(held: boolean): void {
    if (held) this.#webSocket?.pause();
    else this.#webSocket?.resume();
  }

  close(code = NORMAL, reason = ''): void {
    this.#sendHeld(Number.POSITIVE_INFINITY);
    this.#webSocket?.close(code, reason);
  }

  reset(): void {
    breakOff(this.socket);
  }

  #openLane(): void {
    const { faults, handler } = this.options;
    if (this.#handler !== undefined)
      this.#lane = faults?.lane(this, this.#handler, (request) => handler.handle(request));
  }

  /** Frames held messages until more than `upTo` bytes of frames are unsent. */
  #sendHeld(upTo = FRAMED_BYTES): void {
    const webSocket = this.#webSocket;
    if (webSocket === undefined || this.#held.length === 0) return;
    this.#cork();
    let sent = 0;
    for (; sent < this.#held.length && webSocket.bufferedAmount <= upTo; sent++) {
      const text = this.#held[sent] as string;
      this.#heldLength -= text.length;
      webSocket.send(text);
    }
    this.#held.splice(0, sent);
  }

  #dropHeld(): void {
    this.#held = [];
    this.#heldLength = 0;
  }

  /** Delays frames until the end of this turn. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.socket.uncork();
    });
  }
}
