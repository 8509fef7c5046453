/** The machine's errors in geth's words (evm-json-rpc.md 5.3), which tools parse. */
import { EVMError } from '@ethereumjs/evm';

const { errorMessages } = EVMError;

export const REVERTED = 'execution reverted';

/** What a failed run says about its last opcode. */
export interface HaltScene {
  readonly error: string;
  readonly opcode: number | undefined;
  /** Items on the stack when it failed. */
  readonly stackLength: number;
  /** How the code itself ended, before a creation paid for its result. */
  readonly outermostError: string | undefined;
}

const STACK_LIMIT = 1024;

/** The same for every scene. */
const TEXTS: Readonly<Record<string, string>> = {
  [errorMessages.REVERT]: REVERTED,
  [errorMessages.CODESTORE_OUT_OF_GAS]: 'contract creation code storage out of gas',
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: 'max code size exceeded',
  [errorMessages.STATIC_STATE_CHANGE]: 'write protection',
  [errorMessages.CREATE_COLLISION]: 'contract address collision',
  [errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
  [errorMessages.INVALID_BYTECODE_RESULT]: 'invalid code: must not begin with 0xef',
  [errorMessages.INITCODE_SIZE_VIOLATION]: 'max initcode size exceeded',
  [errorMessages.OUT_OF_RANGE]: 'gas uint64 overflow',
};

export function haltReason(scene: HaltScene): string {
  const { error, opcode, stackLength, outermostError } = scene;
  switch (error) {
    case errorMessages.OUT_OF_GAS:
      return outermostError === error ? 'out of gas' : outOfGasAfterwards(scene);
    case errorMessages.INVALID_OPCODE:
      return `invalid opcode: ${opcode === 0xfe || opcode === undefined ? 'INVALID' : `opcode 0x${opcode.toString(16)} not defined`}`;
    case errorMessages.STACK_UNDERFLOW:
      return `stack underflow (${stackLength} <=> ${itemsNeeded(opcode, stackLength)})`;
    case errorMessages.STACK_OVERFLOW:
      return `stack limit reached ${STACK_LIMIT} (${STACK_LIMIT - 1})`;
  }
  // The library appends where the jump was.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return 'invalid jump destination';
  return TEXTS[error] ?? error;
}

/** The code itself ended well: what ran out is the gas for storing what it returned. */
const outOfGasAfterwards = ({ opcode }: HaltScene): string =>
  opcode === undefined ? 'out of gas' : 'contract creation code storage out of gas';

/** Items that each opcode takes or looks at; DUP and SWAP are computed, what is not listed takes none. */
const ITEMS: Readonly<Record<number, number>> = {
  1: 2,
  2: 2,
  3: 2,
  4: 2,
  5: 2,
  6: 2,
  7: 2,
  8: 3,
  9: 3,
  10: 2,
  11: 2,
  16: 2,
  17: 2,
  18: 2,
  19: 2,
  20: 2,
  21: 1,
  22: 2,
  23: 2,
  24: 2,
  25: 1,
  26: 2,
  27: 2,
  28: 2,
  29: 2,
  30: 1,
  32: 2,
  49: 1,
  53: 1,
  55: 3,
  57: 3,
  59: 1,
  60: 4,
  62: 3,
  63: 1,
  64: 1,
  73: 1,
  80: 1,
  81: 1,
  82: 2,
  83: 2,
  84: 1,
  85: 2,
  86: 1,
  87: 2,
  92: 1,
  93: 2,
  94: 3,
  160: 2,
  161: 3,
  162: 4,
  163: 5,
  164: 6,
  240: 3,
  241: 7,
  242: 7,
  243: 2,
  244: 6,
  245: 4,
  250: 6,
  253: 2,
  255: 1,
};

function itemsNeeded(opcode: number | undefined, atLeast: number): number {
  if (opcode === undefined) return atLeast + 1;
  if (opcode >= 0x80 && opcode <= 0x8f) return opcode - 0x7f;
  if (opcode >= 0x90 && opcode <= 0x9f) return opcode - 0x8e;
  return ITEMS[opcode] ?? atLeast + 1;
}
