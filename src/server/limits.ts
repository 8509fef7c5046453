/** Named limits of a listener. Defaults follow a node's `[json-rpc]` table (evm-json-rpc.md 2.2) where it is safe. */

export interface ServerLimits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Bytes of a request's line and headers; a head that is 4096 bytes longer is answered 431, as Go's server does. */
  readonly headerBytes: number;
  /** Connections of a listener that are served at once, the others wait for their turn; 0 for any number. */
  readonly connections: number;
  /** Milliseconds in which a request must have arrived; 0 for any time. */
  readonly requestTimeMs: number;
  /**
   * Milliseconds in which a client must have read an answer, or what waits of one that comes in parts; 0 for any time; only
   * where the listener has a ticker.
   */
  readonly writeTimeMs: number;
  /** Milliseconds after which an idle keep-alive connection ends. */
  readonly idleTimeMs: number;
  /** Bytes of one incoming WebSocket message; a larger one ends the connection (1009). */
  readonly webSocketMessageBytes: number;
  /** Bytes that may wait for a WebSocket client to read them; with more it is closed (1008). */
  readonly webSocketBacklogBytes: number;
  /** Messages that may wait for a WebSocket client beyond the first 1 MiB; with more it is closed (1008). */
  readonly webSocketBacklogMessages: number;
  /** Milliseconds between two pings to a WebSocket client; 0 for none; as above. */
  readonly webSocketPingMs: number;
  /** Milliseconds without a frame from a WebSocket client after which it counts as gone; 0 for any time; as above. */
  readonly webSocketSilenceMs: number;
  /** Milliseconds in which a WebSocket client must have read what waits for it; 0 for any time; as above. */
  readonly webSocketWriteMs: number;
  /** Bytes that may wait for all clients of the listener; beyond, those that have not read for longest are cut off. */
  readonly backlogBytes: number;
  /** Milliseconds between a close and the end of connections that have not ended by themselves. */
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
