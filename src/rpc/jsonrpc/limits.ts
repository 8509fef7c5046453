/** Message limits: how much one JSON-RPC message may request and receive. */

export interface JsonRpcLimits {
  /** Most messages in a batch; 0 means no limit. */
  readonly batchItems: number;
  /**
   * Most characters of the responses to one message or batch (they are ASCII except for error texts); 0 means no limit.
   */
  readonly responseBytes: number;
  /**
   * Longest time in which a call over HTTP waits for its result, and in which a batch over any transport starts new
   * calls, in milliseconds. 0 means no limit. The default is a node's write timeout of 30 s minus 100 ms.
   */
  readonly callTimeMs: number;
}

export const DEFAULT_JSON_RPC_LIMITS: JsonRpcLimits = {
  batchItems: 1000,
  responseBytes: 25_000_000,
  callTimeMs: 29_900,
};

/** Replaces 0 by infinity, so that counts can be compared. */
export const withoutZeros = <L extends JsonRpcLimits>(limits: L): L => ({
  ...limits,
  batchItems: limits.batchItems || Number.POSITIVE_INFINITY,
  responseBytes: limits.responseBytes || Number.POSITIVE_INFINITY,
});

/** Runs `action` after `delayMs` unless the returned function is called first. It is the host's timer, or a test's. */
export type Schedule = (delayMs: number, action: () => void) => () => void;
