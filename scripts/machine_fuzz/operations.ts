/** Lists how many items operations take from the stack and leave on it, for the generator and the shrinker. */

/**
 * Maps an opcode to the items taken and left. PUSH, DUP and SWAP are computed; opcodes that are absent are undefined
 * operations.
 */
const EFFECTS: Readonly<Record<number, readonly [takes: number, leaves: number]>> = {
  0: [0, 0],
  ...same([0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b], 2, 1),
  ...same([0x08, 0x09], 3, 1),
  ...same([0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20], 2, 1),
  ...same([0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x51, 0x54, 0x5c], 1, 1),
  ...same([0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d], 0, 1),
  ...same([0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x4a, 0x58, 0x59, 0x5a, 0x5f], 0, 1),
  ...same([0x37, 0x39, 0x3e, 0x5e], 3, 0),
  60: [4, 0],
  ...same([0x50, 0x56, 0xff], 1, 0),
  ...same([0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd, 0xa0], 2, 0),
  91: [0, 0],
  161: [3, 0],
  162: [4, 0],
  163: [5, 0],
  164: [6, 0],
  240: [3, 1],
  ...same([0xf1, 0xf2], 7, 1),
  ...same([0xf4, 0xfa], 6, 1),
  245: [4, 1],
  254: [0, 0],
};

function same(opcodes: readonly number[], takes: number, leaves: number) {
  return Object.fromEntries(opcodes.map((opcode) => [opcode, [takes, leaves] as const]));
}

const isPush = (opcode: number): boolean => opcode >= 0x60 && opcode <= 0x7f;
const isDup = (opcode: number): boolean => opcode >= 0x80 && opcode <= 0x8f;
const isSwap = (opcode: number): boolean => opcode >= 0x90 && opcode <= 0x9f;

/** Returns how many items the operation needs. */
export function stackNeed(opcode: number): number {
  if (isDup(opcode)) return opcode - 0x7f;
  if (isSwap(opcode)) return opcode - 0x8e;
  return EFFECTS[opcode]?.[0] ?? 0;
}

/** Returns by how many items the operation changes the stack. */
export function stackChange(opcode: number): number {
  if (isPush(opcode) || isDup(opcode)) return 1;
  const [takes, leaves] = EFFECTS[opcode] ?? [0, 0];
  return leaves - takes;
}

/** Returns the number of bytes after the opcode that belong to it. */
export const pushed = (opcode: number): number => (isPush(opcode) ? opcode - 0x5f : 0);
