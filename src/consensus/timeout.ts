/** The scheduled timeout of a validator. */
import type { UnixNanos } from '../kernel/time.js';
import type { Step } from './round_step.js';

/** Fires at `at`, in the time of this node's clock, for the given height, round and step. */
export interface Timeout {
  readonly height: bigint;
  readonly round: number;
  readonly step: Step;
  readonly at: UnixNanos;
  /** Nanoseconds from its scheduling. */
  readonly duration: bigint;
}
