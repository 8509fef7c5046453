/**
 * Defines a protocol handler: a function from requests to responses, and for WebSocket paths from a connection to an
 * object that receives its messages. It has no sockets: `src/server` hosts handlers, and tests or in-process clients
 * call them directly. The host handles body and message size limits, Host and Origin checks, CORS, keep-alive,
 * `content-length`.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { TextParts } from '../kernel/text_stream.js';

/** Describes the caller. */
export interface Peer {
  /** Is the IP address without port. It is empty for a unix socket and for a caller in this process. */
  readonly address: string;
  /**
   * Is `address:port`, or `unix:///path#1` with a number for each connection. It is unique among the open connections.
   * CometBFT uses it as the name of a subscriber, where all clients of a unix socket share one.
   */
  readonly id: string;
  /** Is true on the same machine (loopback address, unix socket, this process). */
  readonly local: boolean;
  /**
   * Allows methods that use the node's own keys or change the chain. True for local callers whose request no web page
   * of a foreign origin sent, and for callers that the configuration names.
   */
  readonly trusted: boolean;
  /**
   * Returns true when the connection is broken, so that no response can be read. It is absent where nothing can break.
   */
  readonly gone?: (() => boolean) | undefined;
}

/** Is the caller inside this process. */
export const IN_PROCESS_PEER: Peer = { address: '', id: 'in-process', local: true, trusted: true };

/** Holds headers; names are in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface ProtocolRequest {
  /** Is in upper case: `GET`. */
  readonly method: string;
  /** Is as sent, with percent escapes and without the query: `/status`. */
  readonly path: string;
  /** Is as sent, without the `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly peer: Peer;
  /** Is true when more requests of this client may already be queued behind this one. */
  readonly piled?: boolean;
}

interface ResponseHead {
  readonly status: number;
  /** Has names in lower case. The host adds `content-length` or `transfer-encoding`, and CORS headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Is a response with a complete body. */
export interface WholeResponse extends ResponseHead {
  readonly body: string | Bytes;
}

/** Is a response whose parts are read as fast as the client reads, and returned when the client disconnects. */
export interface StreamedResponse extends ResponseHead {
  readonly body: TextParts;
}

export type ProtocolResponse = WholeResponse | StreamedResponse;

export const isStreamed = (response: ProtocolResponse): response is StreamedResponse =>
  typeof response.body !== 'string' && !(response.body instanceof Uint8Array);

/** Releases a response that nobody will read. */
export function abandon(response: ProtocolResponse): void {
  if (isStreamed(response)) void response.body.return();
}

/** Is the host's side of an open WebSocket. */
export interface ProtocolConnection {
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly peer: Peer;
  /**
   * Queues one text frame. Frames sent in one turn of the event loop are written together. After the close it does
   * nothing.
   */
  send(text: string): void;
  /**
   * Counts bytes given to `send` that the network has not taken yet; absent where nothing is queued. A handler detects
   * by it a client that does not read.
   */
  readonly backlog?: number;
  /**
   * Stops or resumes reading from the client, whose network then waits. Messages that were read before still arrive. It
   * is absent where nothing is read.
   */
  hold?(held: boolean): void;
  /** Sends what is queued, then a close frame (RFC 6455 code; default 1000). */
  close(code?: number, reason?: string): void;
}

/** Is the handler's side of an open WebSocket. */
export interface ProtocolSocket {
  /** Receives one text or binary message, decoded as UTF-8. It is never called after `close`. */
  message(text: string): void;
  /** Reports that the network has taken all queued bytes. */
  drained?(): void;
  /** Reports that the connection has ended, on either side. It is called once. */
  close(): void;
}

export interface ProtocolHandler {
  /** Names the handler in logs and error messages: `EVM JSON-RPC`. */
  readonly name: string;
  /** Is the response to a body above the host's limit. Without it the host sends its own (413). */
  readonly bodyTooLarge?: ProtocolResponse;
  /** Handles a request. It never throws and never rejects. */
  handle(request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse>;
  /** Opens a WebSocket. Returning undefined refuses the upgrade (400); without the function there is no WebSocket. */
  openSocket?(connection: ProtocolConnection): ProtocolSocket | undefined;
  /**
   * Announces that the host is about to close the sockets. It is called once, while all of them are open. Frames sent
   * here precede each connection's close frame; connections then close as usual.
   */
  stop?(): void;
}
