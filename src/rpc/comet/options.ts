/** Defines the options of the CometBFT RPC: limits, the dialect at the root, and how literally it copies the engine. */

import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { CallMeter } from '../monitoring/call_meter.js';

export interface CometLimits {
  /** Most bytes of a request body. */
  readonly bodyBytes: number;
  /** Most requests in a batch; 0 means no limit. The engine's 10 would break CosmJS, which sends up to 20. */
  readonly batchSize: number;
  /** Most bytes of a subscription's query. */
  readonly queryBytes: number;
  /** Most connections with a subscription. */
  readonly subscriptionClients: number;
  /** Most subscriptions of one connection. The engine's 5 is too few for the helpers of the SDKs. */
  readonly subscriptionsPerClient: number;
  /** Most events of one subscription that a client has not read. The engine's 200 is one busy block. */
  readonly subscriptionBuffer: number;
  /** Most unread frames of one connection; used only with `closeOnSlowClient`. The engine's 200 is one busy block. */
  readonly writeQueue: number;
  /**
   * Most unsent bytes of one connection. It is below the server's own limit, so that the client gets an error first.
   */
  readonly connectionBacklog: number;
  /** Unsent bytes of one connection that delay its requests, as a full write queue does in the engine. */
  readonly answerBacklog: number;
  /** Most requests of one connection that are queued behind the current one. Beyond it, no more are read. */
  readonly queuedRequests: number;
  /** Longest wait of `broadcast_tx_commit` for a block, in milliseconds. */
  readonly broadcastCommitMs: number;
}

export const DEFAULT_DIALECT = '0.37';

export const DEFAULT_COMET_LIMITS: CometLimits = {
  bodyBytes: 1_000_000,
  batchSize: 100,
  queryBytes: 512,
  subscriptionClients: 100,
  subscriptionsPerClient: 100,
  subscriptionBuffer: 10_000,
  writeQueue: 10_000,
  connectionBacklog: 32 * 1024 * 1024,
  answerBacklog: 8 * 1024 * 1024,
  queuedRequests: 16,
  broadcastCommitMs: 10_000,
};

export interface CometOptions {
  /** Returns the host's time, for `X-Server-Time`. */
  readonly now: () => UnixNanos;
  /** Dialect at the root. Each dialect is also served under its prefix. Default: `0.37`. */
  readonly dialect?: string;
  readonly limits?: Partial<CometLimits>;
  /** Offers the routes that change the node: dial_seeds, dial_peers, unsafe_flush_mempool. Default: false. */
  readonly unsafe?: boolean;
  /**
   * The engine's `experimental_close_on_slow_client`: whether a subscription ends as soon as its connection has
   * `writeQueue` unsent frames. With false (the default) it goes on up to `subscriptionBuffer`.
   */
  readonly closeOnSlowClient?: boolean;
  /**
   * With true (the default), copies the engine's inconvenient behavior (consensus-rpc.md 13): integers must be in
   * quotes, a call without `params` fails, ids lose digits, errors may be cached, and unconfirmed_txs returns one more
   * than requested. False corrects these five.
   */
  readonly strict?: boolean;
  /** Receives failures that are bugs of Halley. The client gets the engine's response to a panic. */
  readonly onBug?: (error: unknown) => void;
  /** Counter of the calls of each route. */
  readonly meter?: CallMeter;
  /** Shares the time of long batches and queued requests among clients. Without it they run without a pause. */
  readonly scheduler?: FairScheduler;
}
