/** Decides which errors of a machine fail one transaction alone, and which ones go on to the caller. */
import type { Machine } from '../../evm/machine.js';
import type { WorkingState } from '../state/types.js';
import { panicText, type Refusal, refuse } from '../types/refusal.js';

/**
 * Returns the refusal of the transaction whose run failed, as a Go node recovers from a panic. Errors that concern more
 * than this transaction are thrown again.
 */
export function machineFailure(machine: Machine<WorkingState>, error: unknown): Refusal {
  machine.broken = true;
  return refuse('panic', `recovered: ${panicText(error)}`);
}
