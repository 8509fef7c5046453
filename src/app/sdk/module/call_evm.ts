/**
 * Modules call contracts (cosmos/evm x/vm `CallEVM`): a call owes what a transaction would beforehand, runs with at most
 * `GAS_CAP`, and its gas is the message's. Unlike there, one that fails takes the gas that it used and not all there is.
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
  /** By default, and at most, `GAS_CAP`. */
  readonly gasLimit?: bigint;
  /** False for a question, whose writes are undone. By default true. */
  readonly commit?: boolean;
}

/** The gas of the answer covers what was owed beforehand. Throws TxFailure `outOfGas` when the message has no more. */
export type CallEvm = (call: EvmCall) => Promise<ContractAnswer>;

/** Of cosmos/evm's `DefaultGasCap`. */
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
    // It would have gone on, and used more than the message has.
    if (answer.error?.startsWith(OUT_OF_GAS) && all === left) gas.consume(1n, WHERE);
    return { ...answer, gasUsed: owed + answer.gasUsed };
  };
}

/** Of what stands before messages, and of steering. */
export const callsNothing: CallEvm = () => Promise.reject(new InvariantViolation('no contract is called from here'));
