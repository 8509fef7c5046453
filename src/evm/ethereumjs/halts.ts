/** Translates the machine's errors to geth's error texts (evm-json-rpc.md 5.3), which tools parse. */
import { EVMError, type ExecResult } from '@ethereumjs/evm';
import { INVALID, undefinedOpcode } from '../opcodes.js';
import { OUT_OF_GAS, outOfGasReason } from '../out_of_gas.js';
import { OVERFLOW, stackProblem, underflow } from '../stack_items.js';

const { errorMessages } = EVMError;

export const REVERTED = 'execution reverted';
export const INSUFFICIENT_BALANCE = 'insufficient balance for transfer';

/** State of the library when the code stopped. Its gas is 0 when an operation could not be paid. */
export type HaltedState = Pick<NonNullable<ExecResult['runState']>, 'stack' | 'gasLeft' | 'memoryWordCount'>;

/** Failed run and its last opcode. */
export interface HaltSite {
  readonly error: string;
  readonly opcode: number | undefined;
  readonly runState: HaltedState | undefined;
  /** Error of the code itself, before a creation paid for its result. */
  readonly codeError: string | undefined;
}

/** geth's text for each error whose text does not depend on the rest of the scene. */
const TEXTS: Readonly<Record<string, string>> = {
  [errorMessages.REVERT]: REVERTED,
  [errorMessages.CODESTORE_OUT_OF_GAS]: 'contract creation code storage out of gas',
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: 'max code size exceeded',
  [errorMessages.STATIC_STATE_CHANGE]: 'write protection',
  [errorMessages.CREATE_COLLISION]: 'contract address collision',
  [errorMessages.INSUFFICIENT_BALANCE]: INSUFFICIENT_BALANCE,
  [errorMessages.INVALID_BYTECODE_RESULT]: 'invalid code: must not begin with 0xef',
  [errorMessages.INITCODE_SIZE_VIOLATION]: 'max initcode size exceeded',
  [errorMessages.OUT_OF_RANGE]: 'gas uint64 overflow',
};

/** Returns geth's error text for a failed frame. `codeError` is the error of the code that ended last. */
export function failureOf({ exceptionError, runState }: ExecResult, codeError: string | undefined): string | undefined {
  if (exceptionError === undefined) return undefined;
  const { error } = exceptionError;
  return haltReason({ error, opcode: opcodeOf(runState), runState, codeError });
}

/**
 * Returns the last opcode. The library's jump analysis replaces every undefined opcode with INVALID; its counter then
 * points at the real one.
 */
function opcodeOf(runState: ExecResult['runState']): number | undefined {
  return runState?.opCode === INVALID ? runState.code[runState.programCounter] : runState?.opCode;
}

export function haltReason(site: HaltSite): string {
  const { error, opcode, runState, codeError } = site;
  switch (error) {
    case errorMessages.OUT_OF_GAS:
      return codeError === error ? outOfGasWithin(site) : outOfGasAfterwards(site);
    case errorMessages.INVALID_OPCODE:
      return `invalid opcode: ${opcode === INVALID || opcode === undefined ? 'INVALID' : undefinedOpcode(opcode)}`;
    case errorMessages.STACK_UNDERFLOW:
      return underflow(opcode, runState?.stack.length ?? 0);
    case errorMessages.STACK_OVERFLOW:
      return OVERFLOW;
  }
  // The library appends the position of the jump.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return 'invalid jump destination';
  return TEXTS[error] ?? error;
}

/**
 * Explains why an operation ran out of gas. The library prices an operation before it checks the stack, and geth does
 * so after.
 */
export function outOfGasWithin({ opcode, runState }: HaltSite): string {
  if (runState === undefined || opcode === undefined) return OUT_OF_GAS;
  const { stack, gasLeft, memoryWordCount: memoryWords } = runState;
  const problem = stackProblem(opcode, stack.length);
  if (problem !== undefined) return problem;
  const item = (place: number): bigint => (place < stack.length ? (stack.peek(place + 1)[place] as bigint) : 0n);
  return outOfGasReason({ opcode, item, gasLeft, memoryWords });
}

/**
 * Explains why a frame ran out of gas after its code ended without an error: storing the code that it returned costs
 * too much.
 */
const outOfGasAfterwards = ({ opcode }: HaltSite): string =>
  opcode === undefined ? OUT_OF_GAS : 'contract creation code storage out of gas';
