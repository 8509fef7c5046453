/** Defines the links and connections between two nodes. */
import type { UnixNanos } from '../../kernel/time.js';
import type { LinkTraffic } from './traffic.js';

/** Identifies a cut link by its two nodes. */
export interface Cut {
  readonly low: number;
  readonly high: number;
}

/**
 * Numbers the pairs of two different nodes, where `low` is less than `high`. A pair's number does not depend on how many
 * nodes there are, so that nodes may be added.
 */
export const pairOf = (low: number, high: number): number => (high * (high - 1)) / 2 + low;

/** Describes the connection of two nodes, as one of them sees it. */
export interface Connection {
  /** Is the time at which the connection began. */
  readonly since: UnixNanos;
  readonly sent: LinkTraffic;
  readonly received: LinkTraffic;
}
