/**
 * Defines a protocol without sockets: a function from requests to responses and, for WebSocket paths, one from a
 * connection to the receiver of its messages. `src/server` serves such handlers on sockets; tests and in-process
 * clients call them directly. The server is responsible for limits of bodies and messages, checks of Host and Origin,
 * CORS, keep-alive and `content-length`.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { TextParts } from '../kernel/text_stream.js';

/** Caller of a request. */
export interface Peer {
  /** IP address without a port; empty for a unix socket and for a caller in this process. */
  readonly address: string;
  /**
   * `address:port`, or `unix:///path#1` with a number for each connection. It is unique among the open connections.
   * CometBFT identifies subscribers by it, but there all clients of a unix socket share one.
   */
  readonly id: string;
  /** Whether the caller is on the same machine (loopback address, unix socket, this process). */
  readonly local: boolean;
  /**
   * Whether the caller may use the node's keys and the dev methods. Those are local callers, except web pages of a
   * foreign origin. A program that hosts a handler may trust others (`TrustPolicy`).
   */
  readonly trusted: boolean;
  /** Returns true when the connection is broken, so that no response can be read. Is absent where nothing can break. */
  readonly gone?: (() => boolean) | undefined;
  /** Breaks the connection at once, without an answer. Is absent where there is none. */
  readonly reset?: (() => void) | undefined;
  /** Whether the caller takes an answer that does not come as lost, at once. */
  readonly impatient?: boolean;
}

/** Caller in this process. */
export const IN_PROCESS_PEER: Peer = { address: '', id: 'in-process', local: true, trusted: true };

/** Values by header name in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface ProtocolRequest {
  /** Upper case, for example `GET`. */
  readonly method: string;
  /** Path as it was sent, with percent escapes and without the query, for example `/status`. */
  readonly path: string;
  /** Query as it was sent, without the `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly peer: Peer;
  /** Whether more requests of this client may already have been read and are queued behind this one. */
  readonly piled?: boolean;
}

interface ResponseHead {
  readonly status: number;
  /** Headers by name in lower case. The server adds `content-length` or `transfer-encoding`, and the CORS headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Response whose body is complete. */
export interface WholeResponse extends ResponseHead {
  readonly body: string | Bytes;
  /** Fields after the body, by name in lower case. Only a listener for gRPC sends them. */
  readonly trailers?: Readonly<Record<string, string>>;
}

/**
 * Response that is sent in parts. The server reads a part whenever the client has read the one before, and calls
 * `return` when the client is gone.
 */
export interface StreamedResponse extends ResponseHead {
  readonly body: TextParts;
}

export type ProtocolResponse = WholeResponse | StreamedResponse;

export const isStreamed = (response: ProtocolResponse): response is StreamedResponse =>
  typeof response.body !== 'string' && !(response.body instanceof Uint8Array);

/** Releases a response that will not be sent. */
export function abandon(response: ProtocolResponse): void {
  if (isStreamed(response)) void response.body.return();
}

/** The server's side of an open WebSocket. */
export interface ProtocolConnection {
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly peer: Peer;
  /**
   * Queues one text frame. Frames of the same turn of the event loop are written together. After the close it does
   * nothing.
   */
  send(text: string): void;
  /**
   * Bytes passed to `send` that the network has not taken yet. With it a handler detects a client that does not read.
   * Absent where nothing is ever queued.
   */
  readonly backlog?: number;
  /**
   * While it is true, stops reading from the client; messages that were read before still arrive. Is absent where
   * nothing is read.
   */
  hold?(held: boolean): void;
  /** Sends the queued frames, then a close frame with a code of RFC 6455, 1000 by default. */
  close(code?: number, reason?: string): void;
  /** Breaks the connection at once, without a close frame. Is absent where there is none. */
  reset?(): void;
}

/** The handler's side of an open WebSocket. */
export interface ProtocolSocket {
  /** Receives one text or binary message, decoded as UTF-8. It is never called after `close`. */
  message(text: string): void;
  /** Runs when the network has taken all queued bytes. */
  drained?(): void;
  /** Runs once when the connection ends, no matter which side ended it. */
  close(): void;
}

/** The server's side of an open gRPC call whose two directions are streams. */
export interface ProtocolCall {
  readonly path: string;
  readonly headers: Headers;
  readonly peer: Peer;
  /** Queues one message. After the end it does nothing. */
  send(message: Bytes): void;
  /** Ends the call with the trailers of its status. */
  end(trailers: Readonly<Record<string, string>>): void;
}

/** The handler's side of an open gRPC call. */
export interface ProtocolStream {
  /** Receives one message, and the next one when the promise resolves. It is never called after `close`. */
  message(message: Bytes): void | Promise<void>;
  /** Runs when the client has sent its last message. */
  finished(): void;
  /** Runs once when the call ends, no matter which side ended it. */
  close(): void;
}

export interface ProtocolHandler {
  /** Name in logs and error messages, for example `EVM JSON-RPC`. */
  readonly name: string;
  /** Answers a body that exceeds the server's limit. Without it the server sends its own response (413). */
  readonly bodyTooLarge?: ProtocolResponse;
  /** Never throws and never rejects. */
  handle(request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse>;
  /** Opens a WebSocket. Returns undefined to refuse the upgrade (400). If absent, no path accepts a WebSocket. */
  openSocket?(connection: ProtocolConnection): ProtocolSocket | undefined;
  /** Loads the handler. A listener for gRPC calls it at its first connection, before any call. */
  load?(): Promise<void>;
  /** Opens a gRPC call. Returns undefined for a method with one request, which `handle` answers. */
  openCall?(call: ProtocolCall): ProtocolStream | undefined;
  /**
   * Runs once when the server is about to close the sockets, while all of them are open. Frames sent during the call
   * are written before each connection's close frame. The connections then close as usual.
   */
  stop?(): void;
}

export type Handle = ProtocolHandler['handle'];

/** Returns a step before `next`, which answers some requests and passes on the others, or `next` itself. */
export type Middleware = (next: Handle) => Handle;

/** Returns the function that passes a request through the middleware, in their order, and then to the handler. */
export const behind = (middleware: readonly Middleware[], handler: ProtocolHandler): Handle =>
  middleware.reduceRight<Handle>((next, step) => step(next), handler.handle.bind(handler));

/** Header with which a request asks for a fault of its own (`src/rpc/faults`). */
export const FAULT_HEADER = 'halley-fault';

/** Faults of one server. It asks them only while `on`, and for requests with the header. */
export interface FaultGate {
  /** Whether a fault of this server is active. */
  readonly on: boolean;
  /** Learns what is behind the server. */
  reach(node: Handle): void;
  handle(request: ProtocolRequest, next: Handle): Promise<ProtocolResponse>;
  /** Returns why a WebSocket is refused; undefined when it may open. */
  refusesSocket(request: Pick<ProtocolRequest, 'peer' | 'headers'>): Promise<RefusedSocket | undefined>;
  /** Returns what the messages of a WebSocket pass from now on; undefined while no fault concerns it. */
  lane(connection: LaneConnection, socket: ProtocolSocket, next: Handle): FaultLane | undefined;
}

export interface RefusedSocket {
  readonly status: '400 Bad Request' | '403 Forbidden' | '503 Service Unavailable';
  /** Body. Default: the status. */
  readonly text?: string;
}

/** Open WebSocket whose messages pass faults. */
export interface LaneConnection extends ProtocolConnection {
  /** Sends a text, which is past the faults with `past`. */
  send(text: string, past?: boolean): void;
}

/** Place that the messages of a WebSocket pass in both directions. */
export interface FaultLane {
  /** Receives a message of the client. */
  message(text: string): void;
  /** Receives a text that the handler sends. */
  sent(text: string): void;
}
