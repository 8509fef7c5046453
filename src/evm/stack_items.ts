/** Checks the stack before an operation acts, as geth does. */

/**
 * Counts the items that each opcode takes or reads. DUP and SWAP are computed, and opcodes that are not listed take
 * none.
 */
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

const STACK_LIMIT = 1024;
const STOP = 0x00;
const JUMPDEST = 0x5b;

const isDup = (opcode: number): boolean => opcode >= 0x80 && opcode <= 0x8f;

function itemsNeeded(opcode: number): number {
  if (isDup(opcode)) return opcode - 0x7f;
  if (opcode >= 0x90 && opcode <= 0x9f) return opcode - 0x8e;
  return ITEMS[opcode] ?? 0;
}

export const underflow = (opcode: number | undefined, length: number): string =>
  `stack underflow (${length} <=> ${opcode === undefined ? length + 1 : itemsNeeded(opcode)})`;

export const OVERFLOW = `stack limit reached ${STACK_LIMIT} (${STACK_LIMIT - 1})`;

/** Returns geth's error text when a defined operation cannot act on a stack of this length, and undefined otherwise. */
export function stackProblem(opcode: number, length: number): string | undefined {
  const needed = itemsNeeded(opcode);
  if (length < needed) return underflow(opcode, length);
  const pushes = isDup(opcode) || (needed === 0 && opcode !== STOP && opcode !== JUMPDEST);
  return pushes && length === STACK_LIMIT ? OVERFLOW : undefined;
}
