/**
 * What a protocol surface is to its host: a function from requests to responses, and for WebSocket paths one from a
 * connection to what hears its messages. No sockets here: `src/server` hosts surfaces, a test or an in-process client
 * calls them directly. Left to the host: body and message size limits, Host and Origin checks, CORS, keep-alive,
 * `content-length`.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { TextParts } from '../kernel/text_stream.js';

/** Who asks. */
export interface Peer {
  /** IP address without port; empty for a unix socket and for a caller in this process. */
  readonly address: string;
  /**
   * `address:port`, or `unix:///path#1` with a number for each connection: unique among the open connections.
   * CometBFT's name for a subscriber, where all clients of a unix socket share one.
   */
  readonly id: string;
  /** Same machine (loopback address, unix socket, this process). */
  readonly local: boolean;
  /**
   * May use what acts with the node's own keys or steers the chain: local, and not sent by a web page of a foreign
   * origin; or named by the configuration.
   */
  readonly trusted: boolean;
  /** The connection is broken: nobody will read an answer. Absent where nothing can break. */
  readonly gone?: (() => boolean) | undefined;
}

/** The caller that lives in this process. */
export const IN_PROCESS_PEER: Peer = { address: '', id: 'in-process', local: true, trusted: true };

/** Names are in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface ProtocolRequest {
  /** Upper case, `GET`. */
  readonly method: string;
  /** As sent, percent escapes included, without the query: `/status`. */
  readonly path: string;
  /** As sent, without the `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly peer: Peer;
  /** More of this client's requests may have been read already and wait behind this one. */
  readonly piled?: boolean;
}

interface ResponseHead {
  readonly status: number;
  /** Names in lower case. The host adds `content-length` or `transfer-encoding`, and CORS headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response that is there as a whole. */
export interface WholeResponse extends ResponseHead {
  readonly body: string | Bytes;
}

/** Its parts are read as fast as the client reads, and returned when it is gone. */
export interface StreamedResponse extends ResponseHead {
  readonly body: TextParts;
}

export type ProtocolResponse = WholeResponse | StreamedResponse;

export const isStreamed = (response: ProtocolResponse): response is StreamedResponse =>
  typeof response.body !== 'string' && !(response.body instanceof Uint8Array);

/** Nobody is there to read it. */
export function abandon(response: ProtocolResponse): void {
  if (isStreamed(response)) void response.body.return();
}

/** The host's side of an open WebSocket. */
export interface ProtocolConnection {
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly peer: Peer;
  /** Queues one text frame. What is sent in one turn of the event loop is written together; a no-op after the close. */
  send(text: string): void;
  /**
   * Bytes given to `send` that the network has not taken yet; absent where nothing ever waits. By it a surface knows a
   * client that does not read.
   */
  readonly backlog?: number;
  /**
   * While held, no more is read from the client, whose network makes it wait; messages that were read before still come.
   * Absent where nothing is read.
   */
  hold?(held: boolean): void;
  /** Sends what is queued, then a close frame (RFC 6455 code, 1000 without). */
  close(code?: number, reason?: string): void;
}

/** The surface's side of an open WebSocket. */
export interface ProtocolSocket {
  /** One text or binary message, decoded as UTF-8; never called after `close`. */
  message(text: string): void;
  /** The network has taken everything that waited. */
  drained?(): void;
  /** The connection has ended, whoever ended it; called once. */
  close(): void;
}

export interface ProtocolHandler {
  /** For logs and error messages: `EVM JSON-RPC`. */
  readonly name: string;
  /** The answer to a body that is longer than the host takes; without it the host has one of its own (413). */
  readonly bodyTooLarge?: ProtocolResponse;
  /** Never throws and never rejects. */
  handle(request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse>;
  /** Undefined refuses the upgrade (400); absent: no WebSocket at all. */
  openSocket?(connection: ProtocolConnection): ProtocolSocket | undefined;
  /**
   * The host is about to close the sockets: called once, while all of them are open. What is sent from here is written
   * before each connection's close frame; connections close as usual afterwards.
   */
  stop?(): void;
}
