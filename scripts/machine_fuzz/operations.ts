/** The number of items that operations take from the stack and leave on it, for the generator and the shrinker. */

import { opcodeAt } from '../../src/evm/opcodes.js';

const isPush = (opcode: number): boolean => opcode >= 0x60 && opcode <= 0x7f;
/** Returns how many items the operation needs. */
export const stackNeed = (opcode: number): number => opcodeAt(opcode)?.takes ?? 0;

/** Returns by how many items the operation changes the stack. */
export function stackChange(opcode: number): number {
  const { takes = 0, leaves = 0 } = opcodeAt(opcode) ?? {};
  return leaves - takes;
}

/** Returns the number of bytes after the opcode that belong to it. */
export const pushed = (opcode: number): number => (isPush(opcode) ? opcode - 0x5f : 0);
