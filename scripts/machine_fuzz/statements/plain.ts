/** Draws statements without jumps and calls: arithmetic, the stack, memory, storage, the environment, logs. */

import { stackNeed } from '../operations.js';
import { operand, pushAddress, SLOTS, type Statement } from '../program_context.js';
import { drawOffset, drawSize, drawWord } from '../words.js';

const BINARY = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18];
const OTHERS = [0x08, 0x09, 0x15, 0x19, 0x1a, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e];
const BYTE_WISE: ReadonlySet<number> = new Set([0x0b, 0x1a, 0x1b, 0x1c, 0x1d]);

/** Leaves a result on the stack, or stores it where it has an effect. */
export const settle: Statement = (code, { draw }) => {
  if (code.height === 0) return;
  if (code.height < 14 && draw.happens(60)) return;
  if (draw.happens(50)) code.op(0x50);
  else if (draw.happens(60)) code.push(draw.below(6) * 32).op(0x52);
  else code.push(draw.one(SLOTS)).op(draw.one([0x55, 0x5d]));
};

export const arithmetic: Statement = (code, program) => {
  const { draw } = program;
  const opcode = draw.happens(70) ? draw.one(BINARY) : draw.one(OTHERS);
  for (let i = stackNeed(opcode); i > 0; i--) operand(code, program);
  // The first operand of these counts bytes or bits.
  if (BYTE_WISE.has(opcode) && draw.happens(70)) code.op(0x50).push(draw.below(opcode >= 0x1b ? 300 : 40));
  // The exponent is below the base; long exponents are expensive.
  code.op(opcode);
  settle(code, program);
};

export const shuffle: Statement = (code, { draw }) => {
  const { height } = code;
  for (let i = draw.between(1, 4); i > 0; i--) {
    if (height >= 2 && draw.happens(50)) code.op(0x8f + draw.between(1, Math.min(16, code.height - 1)));
    else if (height >= 1) code.op(0x7f + draw.between(1, Math.min(16, code.height)));
    else code.push(drawWord(draw));
    if (code.height < 2) break;
  }
};

export const drop: Statement = (code, { draw }) => {
  for (let i = Math.min(code.height, draw.between(1, 5)); i > 0; i--) code.op(0x50);
};

export const surroundings: Statement = (code, program) => {
  const { draw } = program;
  const opcode = draw.one([0x31, 0x3b, 0x3f, 0x40, 0x49, 0x30, 0x38, 0x3d, 0x47, 0x58, 0x59, 0x5a, 0x4a, 0x44]);
  if (opcode === 0x31 || opcode === 0x3b || opcode === 0x3f) pushAddress(code, program);
  // The block number is 300; hashes of the last 256 are available.
  else if (opcode === 0x40) code.push(draw.one([0, 42, 43, 44, 45, 299, 300, 301]));
  else if (opcode === 0x49) operand(code, program);
  code.op(opcode);
  settle(code, program);
};

export const memory: Statement = (code, program) => {
  const { draw } = program;
  const kind = draw.below(10);
  if (kind < 4) {
    operand(code, program);
    code.push(drawOffset(draw)).op(draw.one([0x52, 0x52, 0x53]));
  } else if (kind < 6) {
    code.push(drawOffset(draw)).op(0x51);
    settle(code, program);
  } else if (kind < 8) {
    code.push(drawSize(draw)).push(drawOffset(draw)).op(0x20);
    settle(code, program);
  } else code.push(drawSize(draw)).push(drawOffset(draw)).push(drawOffset(draw)).op(0x5e);
};

export const copies: Statement = (code, program) => {
  const { draw } = program;
  const opcode = draw.one([0x37, 0x39, 0x3c, 0x3e, 0x3e]);
  if (opcode === 0x3e) {
    returnDataCopy(code, program);
    return;
  }
  code.push(drawSize(draw)).push(drawOffset(draw)).push(drawOffset(draw));
  if (opcode === 0x3c) pushAddress(code, program);
  code.op(opcode);
};

/** Copies return data within its length, or one byte beyond it. */
const returnDataCopy: Statement = (code, { draw }) => {
  if (draw.happens(92)) {
    const offset = draw.one([0, 0, 1, 31, 32]);
    // This copies the rest after the offset.
    if (offset === 0) code.op(0x3d);
    else code.push(0);
    if (draw.happens(4)) code.push(1).op(0x01);
    code.push(offset === 0 ? 0 : draw.happens(10) ? offset : 0);
  } else code.push(drawSize(draw)).push(drawOffset(draw));
  code.push(drawOffset(draw)).op(0x3e);
};

/** Writes few values to few slots, so that original, current and new values meet in every combination. */
export const storage: Statement = (code, program) => {
  const { draw } = program;
  const slot = draw.one(SLOTS);
  for (
    let i = draw.weighted([
      [5, 1],
      [3, 2],
      [2, 3],
    ] as const);
    i > 0;
    i--
  ) {
    if (draw.happens(20)) operand(code, program);
    else code.push(draw.one([0n, 0n, 1n, 2n, 2n ** 255n]));
    code.push(slot).op(0x55);
  }
  if (draw.happens(30)) {
    code.push(slot).op(0x54);
    settle(code, program);
  }
};

export const transient: Statement = (code, program) => {
  const { draw } = program;
  const slot = draw.one(SLOTS);
  if (draw.happens(50)) {
    operand(code, program);
    code.push(slot).op(0x5d);
  } else {
    code.push(slot).op(0x5c);
    settle(code, program);
  }
};

export const log: Statement = (code, program) => {
  const { draw } = program;
  const topics = draw.below(5);
  for (let i = 0; i < topics; i++) operand(code, program);
  code
    .push(drawSize(draw))
    .push(drawOffset(draw))
    .op(0xa0 + topics);
};

/** Appends random bytes: undefined operations, empty stacks. */
export const wild: Statement = (code, { draw }) => {
  code.raw(draw.bytes(draw.between(1, 6)));
};

/** Draws an invalid destination, inside the data of a PUSH. */
export const hiddenDestination: Statement = (code, { draw }) => {
  code.push(draw.one([0x5bn, 0x5b5b5bn, 0x605bn, 0x7f5bn]));
  if (draw.happens(50)) code.op(0x50);
};
