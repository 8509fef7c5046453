/**
 * Computes an operation's price and error as go-ethereum 1.17 reports them to its tracers (`core/vm/interpreter.go`,
 * `jump_table.go`). When geth does not reach the dynamic part of the price, only the fixed part is reported. Errors
 * that occur while the operation acts are not reported.
 */
import { EVMError } from '@ethereumjs/evm';
import { codesThatAccess, opcodeOf } from '../opcodes.js';
import { copyGas, logGas, OUT_OF_GAS, outOfGasReason, type Unpaid } from '../out_of_gas.js';
import type { ObservedStep } from './observed_step.js';

const { errorMessages } = EVMError;

export interface TracedGasCost {
  readonly cost: bigint;
  readonly error: string | undefined;
}

const WARM_ACCESS = 100n;
/**
 * Operations for which geth's fixed part is the warm price. The surcharge for a cold access belongs to the dynamic
 * part.
 */
const ACCESSES = codesThatAccess('account', 'callee');
const EXP = opcodeOf('EXP');
const RETURNDATACOPY = opcodeOf('RETURNDATACOPY');
const LOG0 = opcodeOf('LOG0');
const LOG4 = opcodeOf('LOG4');
const CREATE = opcodeOf('CREATE');
const CREATE2 = opcodeOf('CREATE2');
const SELFDESTRUCT = opcodeOf('SELFDESTRUCT');
/** Operations whose pricing already checks whether they may write. */
const PRICED_WRITES = new Set([opcodeOf('SSTORE'), CREATE, opcodeOf('CALL'), CREATE2, SELFDESTRUCT]);

const WORD_BYTES = 32;

const isLog = (op: number): boolean => op >= LOG0 && op <= LOG4;

/** Returns geth's fixed part of the price. `fee` is the library's fixed part. */
export function constantGas(op: number, fee: bigint): bigint {
  if (ACCESSES.has(op)) return WARM_ACCESS;
  return op === EXP || isLog(op) ? 0n : fee;
}

/**
 * Returns the price and the error of an operation that the library could price. `problem` is the error of its stack, if
 * any.
 */
export function tracedGasCost(
  step: ObservedStep,
  price: bigint,
  constant: bigint,
  problem: string | undefined,
  initcodeSizeLimit: bigint,
): TracedGasCost {
  if (problem !== undefined) return { cost: constant, error: problem };
  const size = initcodeSize(step);
  if (size > initcodeSizeLimit && step.gas >= constant)
    return {
      cost: constant,
      error: `${OUT_OF_GAS}: max initcode size exceeded: code size ${size} limit ${initcodeSizeLimit}`,
    };
  if (price <= step.gas) return { cost: price, error: undefined };
  if (step.gas < constant) return { cost: constant, error: OUT_OF_GAS };
  const error = outOfGasReason(unpaid(step));
  // When geth stops before the price is complete, it reports only the fixed part.
  return { cost: error === OUT_OF_GAS ? price : constant, error };
}

/**
 * Returns the price and the error of an operation that the library could not price. `reason` is its error in geth's
 * text.
 */
export function tracedFailure(step: ObservedStep, error: string, constant: bigint, reason: string): TracedGasCost {
  if (error === errorMessages.STATIC_STATE_CHANGE) {
    if (PRICED_WRITES.has(step.op)) return { cost: constant, error: `${OUT_OF_GAS}: ${reason}` };
    return { cost: isLog(step.op) ? logGas(unpaid(step), step.op - LOG0) : constant, error: undefined };
  }
  if (step.op === RETURNDATACOPY && step.gas >= constant) {
    const cost = copyGas(unpaid(step));
    if (cost <= step.gas) return { cost, error: undefined };
  }
  return { cost: constant, error: reason };
}

function initcodeSize(step: ObservedStep): bigint {
  return step.op === CREATE || step.op === CREATE2 ? (step.stack().at(-3) ?? 0n) : 0n;
}

function unpaid(step: ObservedStep): Unpaid {
  const stack = step.stack();
  return {
    opcode: step.op,
    item: (place) => stack.at(-1 - place) ?? 0n,
    gasLeft: step.gas,
    memoryWords: BigInt(step.memory().length / WORD_BYTES),
  };
}
