/**
 * Explains in geth's error texts why code failed (evm-json-rpc.md 5.3), and computes the price that tracers report for
 * its last operation.
 */
import { INVALID, opcodeAt, opcodeOf, undefinedOpcode } from '../opcodes.js';
import { AT_THE_SENTRY, OUT_OF_GAS, outOfGasReason } from '../out_of_gas.js';
import { OVERFLOW, underflow } from '../stack_items.js';
import * as layout from './layout.js';
import type { Instance } from './wasm_instance.js';

export const REVERTED = 'execution reverted';
export const INSUFFICIENT_BALANCE = 'insufficient balance for transfer';
export const TOO_DEEP = 'max call depth exceeded';
export const COLLISION = 'contract address collision';
export const NONCE_OVERFLOW = 'nonce uint64 overflow';
export const CODE_TOO_LARGE = 'max code size exceeded';
export const CODE_INVALID = 'invalid code: must not begin with 0xef';
export const CODE_UNPAID = 'contract creation code storage out of gas';
/** Error text of EthereumJS. No account earns such a balance, but a dev transaction may set it. */
export const VALUE_OVERFLOW = 'value overflow';
const WRITE_PROTECTION = 'write protection';

const SSTORE = opcodeOf('SSTORE');
const WORD = 32;
/** Price that depends on the operands. */
const DYNAMIC = 0xffff;

/** Returns the fixed part of the price of an operation in whatever fork it is defined. */
const fixedPart = (opcode: number): bigint => BigInt(opcodeAt(opcode)?.gas ?? 0);

/** Returns the number of items on the stack. The first item is the lowest. */
export const stackLength = (wasm: Instance): number => (wasm.number(layout.TOP) - wasm.number(layout.STACK)) / WORD + 1;

function item(wasm: Instance, place: number): bigint {
  return place < stackLength(wasm) ? wasm.valueAt(wasm.number(layout.TOP) - place * WORD) : 0n;
}

/** Returns the fixed part of the price. Only the observed build exports it. */
function fixedPartOf(wasm: Instance): bigint {
  const op = wasm.number(layout.OP);
  const least = wasm.call.constantPriceOf(op);
  return least === DYNAMIC ? fixedPart(op) : BigInt(least);
}

/** Explains why gas ran out. geth does not read operands before the fixed part is paid. */
function outOfGas(wasm: Instance): string {
  const opcode = wasm.number(layout.OP);
  const gasLeft = wasm.gas(layout.GAS);
  if (gasLeft < fixedPart(opcode)) return OUT_OF_GAS;
  if (opcode === SSTORE && gasLeft === 0n) return AT_THE_SENTRY;
  return outOfGasReason({
    opcode,
    item: (place) => item(wasm, place),
    gasLeft,
    memoryWords: BigInt(wasm.number(layout.MEMORY_BYTES) / WORD),
  });
}

/** Returns geth's error text for the failed frame. */
export function haltReason(wasm: Instance): string {
  const op = wasm.number(layout.OP);
  switch (wasm.number(layout.REASON)) {
    case layout.OUT_OF_GAS:
      return outOfGas(wasm);
    case layout.UNDERFLOW:
      return underflow(op, stackLength(wasm));
    case layout.OVERFLOW:
      return OVERFLOW;
    case layout.BAD_JUMP:
      return 'invalid jump destination';
    case layout.WRITE_PROTECTION:
      return WRITE_PROTECTION;
    case layout.BEYOND_RETURN_DATA:
      return 'return data out of bounds';
    case layout.INITCODE_SIZE:
      return 'max initcode size exceeded';
    case layout.VALUE_OVERFLOW:
      return VALUE_OVERFLOW;
    default:
      return `invalid opcode: ${op === INVALID ? 'INVALID' : undefinedOpcode(op)}`;
  }
}

export interface TracedGasCost {
  readonly cost: bigint;
  readonly error: string | undefined;
}

/** Returns the price and the error of an operation that failed before it was reported. */
export function priceOfFailure(wasm: Instance, initcodeSizeLimit: number): TracedGasCost {
  const fixed = fixedPartOf(wasm);
  const reason = haltReason(wasm);
  switch (wasm.number(layout.REASON)) {
    case layout.OUT_OF_GAS: {
      // When geth stops before the price is complete, it reports only the fixed part.
      const isPriced = reason === OUT_OF_GAS && wasm.gas(layout.GAS) >= fixed;
      return { cost: isPriced ? wasm.gas(layout.COST) : fixed, error: reason };
    }
    case layout.WRITE_PROTECTION:
      return { cost: fixed, error: `${OUT_OF_GAS}: ${reason}` };
    case layout.INITCODE_SIZE: {
      const size = item(wasm, 2);
      return { cost: fixed, error: `${OUT_OF_GAS}: ${reason}: code size ${size} limit ${initcodeSizeLimit}` };
    }
    default:
      return { cost: fixed, error: reason };
  }
}
