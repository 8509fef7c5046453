/** What one JSON-RPC message may ask for and get back. */

export interface JsonRpcLimits {
  /** Messages in a batch; 0 for any number. */
  readonly batchItems: number;
  /** Characters of the answers to one message or batch (they are ASCII but for error texts); 0 for any number. */
  readonly responseBytes: number;
  /**
   * How long a call over HTTP may wait for its answer, and for how long a batch over anything goes on beginning calls, in
   * milliseconds; 0 for any time. By default a node's 30 s write timeout less 100 ms.
   */
  readonly callTimeMs: number;
}

export const DEFAULT_JSON_RPC_LIMITS: JsonRpcLimits = {
  batchItems: 1000,
  responseBytes: 25_000_000,
  callTimeMs: 29_900,
};

/** The same, as numbers that a count can be held against. */
export const withoutZeros = <L extends JsonRpcLimits>(limits: L): L => ({
  ...limits,
  batchItems: limits.batchItems || Number.POSITIVE_INFINITY,
  responseBytes: limits.responseBytes || Number.POSITIVE_INFINITY,
});

/** Runs `action` after `delayMs` unless the returned function is called first. The host's timer, or a test's. */
export type Schedule = (delayMs: number, action: () => void) => () => void;
