/** What the assembly decides for interface B: limits, the dialect at the root, how literally the engine is copied. */

import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { UnixNanos } from '../../kernel/time.js';

export interface CometLimits {
  /** Bytes of a request body. */
  readonly bodyBytes: number;
  /** Requests in a batch; 0 for any number. The engine's 10 would break CosmJS, which sends up to 20. */
  readonly batchSize: number;
  /** Bytes of a subscription's query. */
  readonly queryBytes: number;
  /** Connections that hold a subscription. */
  readonly subscriptionClients: number;
  /** Subscriptions of one connection. The engine's 5 is too few for the SDKs' own helpers. */
  readonly subscriptionsPerClient: number;
  /** Events of one subscription that may wait for a client that does not read. The engine's 200 is one busy block. */
  readonly subscriptionBuffer: number;
  /** Frames of one connection that may wait; used with `closeOnSlowClient` alone. The engine's 200 is one busy block. */
  readonly writeQueue: number;
  /** Bytes that may wait on one connection; less than the host's own limit, so that the client is told first. */
  readonly connectionBacklog: number;
  /** Bytes that wait on one connection before its requests do, as the engine's do when its write queue is full. */
  readonly answerBacklog: number;
  /** Requests of one connection that may wait for the one in progress before no more are read. */
  readonly queuedRequests: number;
  /** Milliseconds that `broadcast_tx_commit` waits for a block. */
  readonly broadcastCommitMs: number;
}

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
  /** The host's clock, for `X-Server-Time`. */
  readonly now: () => UnixNanos;
  /** Version of the dialect at the root; each is also served under its prefix. `0.37` without. */
  readonly dialect?: string;
  readonly limits?: Partial<CometLimits>;
  /** Offers the routes that steer the node: dial_seeds, dial_peers, unsafe_flush_mempool. False without. */
  readonly unsafe?: boolean;
  /**
   * The engine's `experimental_close_on_slow_client`: a subscription ends as soon as `writeQueue` frames wait on its
   * connection. False (the default) lets it go on up to `subscriptionBuffer`.
   */
  readonly closeOnSlowClient?: boolean;
  /**
   * True (the default) copies the engine where its users would rather not (consensus-rpc.md 13): integers must be in
   * quotes, a call without `params` fails, ids lose digits, errors may be cached, unconfirmed_txs shows one more than
   * asked. False is kinder in these five.
   */
  readonly strict?: boolean;
  /** Hears of failures that are bugs of ours; the client gets the engine's answer to a panic. */
  readonly onBug?: (error: unknown) => void;
  /** Shares long batches, and requests that pile up, out among clients; without it they run through. */
  readonly scheduler?: FairScheduler;
}
