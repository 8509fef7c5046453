/** Decides which errors of a machine fail one transaction alone, and which ones go on to the caller. */
import { AbsentRemote } from '../../evm/absent_remote.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import type { Machine } from '../../evm/machine.js';
import { HalleyError, InvariantViolation } from '../../kernel/errors.js';
import { AbortedError } from '../../kernel/fair_scheduler.js';
import type { WorkingState } from '../state/types.js';
import { type Refusal, refuse, TxFailure } from '../types/refusal.js';

const PASSED_ON = [InvariantViolation, HalleyError, AbortedError, CallTimeout, AbsentRemote, TxFailure];

/**
 * Returns the refusal of the transaction whose run failed, as a Go node recovers from a panic. Errors that concern more
 * than this transaction are thrown again.
 */
export function machineFailure(machine: Machine<WorkingState>, error: unknown): Refusal {
  machine.broken = true;
  if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
  return refuse('panic', `recovered: ${error instanceof Error ? error.message : String(error)}`);
}
