/**
 * Runs long work of a loop's command in slices. The loop's other commands wait for its end. Sockets, timers, signals
 * and reads of clients come first in each turn of the event loop.
 */
import { BlockYielding, runYielding } from '../../evm/execution_guard.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Steps } from '../../kernel/steps.js';

/**
 * Runs the steps, each of which is much shorter than a slice. Throws AbortedError between two steps when the devnet
 * closes.
 */
export function inSlices<T>(scheduler: FairScheduler, steps: Steps<T>): Promise<T> {
  return runYielding(new BlockYielding(scheduler), steps);
}
