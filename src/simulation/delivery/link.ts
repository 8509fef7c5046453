/** What stands between two nodes. */
import type { UnixNanos } from '../../kernel/time.js';
import type { LinkTraffic } from './traffic.js';

/** A cut link; the lower index first. */
export interface Cut {
  readonly low: number;
  readonly high: number;
}

/** What two nodes have between them, as one of them sees it. */
export interface Connection {
  /** When it began. */
  readonly since: UnixNanos;
  readonly sent: LinkTraffic;
  readonly received: LinkTraffic;
}
