/**
 * Defines the limits of a listener. Defaults follow a node's `[json-rpc]` table (evm-json-rpc.md 2.2) where that is
 * safe.
 */

export interface ServerLimits {
  /** Most bytes of a request's body. */
  readonly bodyBytes: number;
  /**
   * Most bytes of a request's line and headers. A head that is 4096 bytes longer gets status 431, as from Go's server.
   */
  readonly headerBytes: number;
  /** Most connections of a listener that are served at once; further ones wait. 0 means no limit. */
  readonly connections: number;
  /** Longest time until a request has arrived, in milliseconds; 0 means no limit. */
  readonly requestTimeMs: number;
  /**
   * Longest time until a client has read a response, or the unsent part of a streamed one, in milliseconds. 0 means no
   * limit. It needs a listener with a ticker.
   */
  readonly writeTimeMs: number;
  /** Time after which an idle keep-alive connection ends, in milliseconds. */
  readonly idleTimeMs: number;
  /** Most bytes of one incoming WebSocket message; a larger one ends the connection (1009). */
  readonly webSocketMessageBytes: number;
  /** Most unread bytes of a WebSocket client; beyond it the connection is closed (1008). */
  readonly webSocketBacklogBytes: number;
  /** Most unread messages of a WebSocket client beyond the first 1 MiB; beyond it the connection is closed (1008). */
  readonly webSocketBacklogMessages: number;
  /** Time between two pings to a WebSocket client, in milliseconds; 0 sends none. It needs a ticker. */
  readonly webSocketPingMs: number;
  /**
   * Time without a frame after which a WebSocket client is disconnected, in milliseconds; 0 means no limit. It needs a
   * ticker.
   */
  readonly webSocketSilenceMs: number;
  /**
   * Longest time until a WebSocket client has read its unsent data, in milliseconds; 0 means no limit. It needs a
   * ticker.
   */
  readonly webSocketWriteMs: number;
  /**
   * Most unsent bytes of all clients of the listener. Beyond it, the clients that have not read for the longest time
   * are disconnected.
   */
  readonly backlogBytes: number;
  /** Time between a close and the forced end of connections that are still open, in milliseconds. */
  readonly closeTimeMs: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodyBytes: 5_242_880,
  headerBytes: 16_384,
  connections: 2000,
  requestTimeMs: 30_000,
  writeTimeMs: 30_000,
  idleTimeMs: 120_000,
  webSocketMessageBytes: 5_242_880,
  webSocketBacklogBytes: 64_000_000,
  webSocketBacklogMessages: 10_000,
  webSocketPingMs: 27_000,
  webSocketSilenceMs: 30_000,
  webSocketWriteMs: 10_000,
  backlogBytes: 256_000_000,
  closeTimeMs: 200,
};

/** Sizes of messages of gRPC in bytes, by the options of the SDK. */
export const DEFAULT_GRPC_SIZES = { maxRecvMsgSize: 10_485_760, maxSendMsgSize: 2 ** 31 - 1 };
