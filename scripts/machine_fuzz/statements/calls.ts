/** Draws calls of every kind, to contracts and to precompiles. */
import type { Bytes } from '../../../src/kernel/bytes.js';
import { drawInput } from '../../../test/support/precompile_inputs.js';
import type { Code } from '../code.js';
import { operand, type ProgramContext, pushAddress, type Statement } from '../program_context.js';
import { drawOffset, drawSize, drawWord } from '../words.js';
import { settle } from './plain.js';

const CALL = 0xf1;
const CALLCODE = 0xf2;
const CALLS = [CALL, CALL, CALL, CALLCODE, 0xf4, 0xf4, 0xfa] as const;
const GAS = 0x5a;

function pushGas(code: Code, { draw }: ProgramContext): void {
  const kind = draw.below(20);
  if (kind < 3) code.op(GAS);
  // It takes only a part of the gas; otherwise recursive calls would run too long.
  else if (kind < 8) code.push(draw.between(1, 4)).op(GAS, 0x1c);
  else if (kind < 15) code.push(draw.one([0, 1, 100, 700, 2_300, 2_301, 5_000, 10_000, 30_000]));
  else if (kind < 18) code.push(draw.below(30_000));
  // It takes the largest share that may be passed on, plus one.
  else if (kind < 19) code.push(64).op(GAS, 0x04, GAS, 0x03);
  else code.push(draw.one([2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n]));
}

function pushValue(code: Code, program: ProgramContext): void {
  const { draw } = program;
  const kind = draw.below(20);
  if (kind < 11) code.push(0);
  else if (kind < 16) code.push(draw.between(1, 3));
  // It sends the whole balance, or more than exists.
  else if (kind < 18) code.op(0x47);
  else if (kind < 19) code.push(2n ** 200n);
  else code.push(drawWord(draw));
}

/** Pushes the area of the output, then that of the input. */
function pushAreas(code: Code, { draw }: ProgramContext): void {
  code.push(drawSize(draw)).push(drawOffset(draw)).push(drawSize(draw)).push(drawOffset(draw));
}

function answered(code: Code, program: ProgramContext): void {
  const { draw } = program;
  if (draw.happens(15)) code.op(0x3d);
  // It copies the whole return data.
  if (draw.happens(25))
    code
      .op(0x3d)
      .push(0)
      .push(draw.one([0, 32, 64]))
      .op(0x3e);
  if (draw.happens(10)) code.push(draw.below(3)).op(0x55);
  settle(code, program);
}

export const call: Statement = (code, program) => {
  const opcode = program.draw.one(CALLS);
  pushAreas(code, program);
  if (opcode === CALL || opcode === CALLCODE) pushValue(code, program);
  pushAddress(code, program);
  pushGas(code, program);
  code.op(opcode);
  answered(code, program);
};

/** Copies bytes that are placed after the code into memory. */
export function place(code: Code, bytes: Bytes, offset: number): void {
  code.push(bytes.length).pushData(bytes).push(offset).op(0x39);
}

/** Precompiles that take milliseconds (pairings, sums of many points, proofs); they are drawn less often. */
const SLOW: ReadonlySet<number> = new Set([0x08, 0x0a, 0x0c, 0x0e, 0x0f, 0x10, 0x11]);

export const precompile: Statement = (code, program) => {
  const { draw, inputs } = program;
  const opcode = draw.one(CALLS);
  const first = drawInput(draw, inputs);
  const { at, input } = SLOW.has(first.at) && draw.happens(70) ? drawInput(draw, inputs) : first;
  const offset = draw.one([0, 0, 32, 5]);
  place(code, input, offset);
  code.push(draw.one([0, 32, 64, 96, 128, 256])).push(draw.one([0, 0, 64]));
  code.push(draw.happens(90) ? input.length : draw.below(300)).push(offset);
  if (opcode === CALL || opcode === CALLCODE) code.push(draw.happens(85) ? 0 : 1);
  code.push(at);
  if (draw.happens(70)) code.op(GAS);
  else code.push(draw.one([0, 15, 59, 60, 72, 120, 600, 700, 3_000, 3_450, 6_000, 6_900, 45_000, 50_000, 113_000]));
  code.op(opcode);
  answered(code, program);
};

/** Forwards its own input, as proxies do. */
export const proxy: Statement = (code, program) => {
  const { draw } = program;
  code.op(0x36).push(0).push(0).op(0x37);
  code.push(0).push(0).op(0x36).push(0);
  pushAddress(code, program);
  code.push(1).op(GAS, 0x1c, draw.one([0xf4, 0xf4, 0xfa]));
  code.op(0x3d).push(0).push(0).op(0x3e);
  answered(code, program);
};

/** Calls another contract with two words of input. */
export const emit: Statement = (code, program) => {
  const { draw } = program;
  operand(code, program);
  code.push(0).op(0x52);
  operand(code, program);
  code.push(32).op(0x52);
  code.push(32).push(0).push(64).push(0);
  const opcode = draw.one(CALLS);
  if (opcode === CALL || opcode === CALLCODE) pushValue(code, program);
  pushAddress(code, program);
  pushGas(code, program);
  code.op(opcode);
  answered(code, program);
};
