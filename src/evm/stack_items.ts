/** Checks the stack before an operation acts, as geth does. */

import { opcodeAt } from './opcodes.js';

const STACK_LIMIT = 1024;

/** Returns how many items the operation takes or reads. A code without an operation takes none. */
const itemsNeeded = (opcode: number): number => opcodeAt(opcode)?.takes ?? 0;

export const underflow = (opcode: number | undefined, length: number): string =>
  `stack underflow (${length} <=> ${opcode === undefined ? length + 1 : itemsNeeded(opcode)})`;

export const OVERFLOW = `stack limit reached ${STACK_LIMIT} (${STACK_LIMIT - 1})`;

/** Returns geth's error text when a defined operation cannot act on a stack of this length, and undefined otherwise. */
export function stackProblem(opcode: number, length: number): string | undefined {
  const needed = itemsNeeded(opcode);
  if (length < needed) return underflow(opcode, length);
  return (opcodeAt(opcode)?.leaves ?? 0) > needed && length === STACK_LIMIT ? OVERFLOW : undefined;
}
