/** Defines the links and connections between two nodes. */
import type { UnixNanos } from '../../kernel/time.js';
import type { LinkTraffic } from './traffic.js';

/** Identifies a cut link by its two nodes. */
export interface Cut {
  readonly low: number;
  readonly high: number;
}

/** Connection of two nodes, as one of them sees it. */
export interface Connection {
  /** Time at which the connection began. */
  readonly since: UnixNanos;
  readonly sent: LinkTraffic;
  readonly received: LinkTraffic;
}
