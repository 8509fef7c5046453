/**
 * Lets modules call contracts (cosmos/evm x/vm `CallEVM`). A call pays the same intrinsic gas as a transaction, runs
 * with at most `GAS_CAP`, and its gas counts as the message's. Unlike there, a failed call takes the gas that it used,
 * not all that is left.
 */
import { intrinsicGas } from '../../../evm/intrinsic_gas.js';
import type { ContractAnswer, ContractCall } from '../../../evm/machine.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { InvariantViolation } from '../../../kernel/errors.js';
import type { GasMeter } from './gas_meter.js';

export interface EvmCall {
  readonly from: Bytes;
  readonly to: Bytes;
  readonly input: Bytes;
  /** `GAS_CAP` by default, and at most. */
  readonly gasLimit?: bigint;
  /** Whether writes remain; false for a read-only call, whose writes are undone. The default is true. */
  readonly commit?: boolean;
}

/**
 * Calls a contract. The result's gas includes the intrinsic gas. Throws TxFailure `outOfGas` when the message has no
 * more.
 */
export type CallEvm = (call: EvmCall) => Promise<ContractAnswer>;

/** cosmos/evm's `DefaultGasCap`. */
const GAS_CAP = 25_000_000n;
const WHERE = 'apply evm message';
const OUT_OF_GAS = 'out of gas';

export function meteredCalls(gas: GasMeter, run: (call: ContractCall) => Promise<ContractAnswer>): CallEvm {
  return async ({ from, to, input, gasLimit = GAS_CAP, commit = true }) => {
    const owed = intrinsicGas({ to, input, accessList: undefined, authorizationList: undefined }).intrinsic;
    gas.consume(owed, WHERE);
    const allowed = (gasLimit < GAS_CAP ? gasLimit : GAS_CAP) - owed;
    const left = gas.limit - gas.used;
    const all = allowed < left ? allowed : left;
    const answer = await run({ from, to, input, commit, gas: all < 0n ? 0n : all });
    gas.consume(answer.gasUsed, WHERE);
    // The call would have continued and used more than the message has.
    if (answer.error?.startsWith(OUT_OF_GAS) && all === left) gas.consume(1n, WHERE);
    return { ...answer, gasUsed: owed + answer.gasUsed };
  };
}

/** Throws InvariantViolation. Dev transactions use it, and the time before messages run. */
export const callsNothing: CallEvm = () =>
  Promise.reject(new InvariantViolation('contracts cannot be called before messages run, or by dev transactions'));
