/** Draws the code of one contract: statements, one after the other, and an end. */
import type { Bytes } from '../../src/kernel/bytes.js';
import type { Code } from './code.js';
import { newCode, operand, type ProgramContext, pushAddress, type Statement } from './program_context.js';
import { call, emit, precompile, proxy } from './statements/calls.js';
import { creation } from './statements/creations.js';
import { type Body, badJump, branch, forward, loop } from './statements/flow.js';
import * as plain from './statements/plain.js';
import { drawOffset, drawSize } from './words.js';

/** Stack height from which statements remove items. */
const TALL = 40;

const body: Body = (code, program, statements) => {
  for (let i = 0; i < statements; i++) statement(code, program);
};

/** Ranges for the number of statements of a contract. */
const LENGTHS = [
  [1, 6],
  [6, 20],
  [6, 20],
  [20, 50],
] as const;

/** Statements with their weights. */
const STATEMENTS: readonly (readonly [weight: number, statement: Statement])[] = [
  [300, plain.arithmetic],
  [80, plain.shuffle],
  [40, plain.drop],
  [70, plain.surroundings],
  [100, plain.memory],
  [70, plain.copies],
  [90, plain.storage],
  [50, plain.transient],
  [40, plain.log],
  [8, plain.hiddenDestination],
  [4, plain.wild],
  [70, call],
  [40, emit],
  [24, precompile],
  [15, proxy],
  [25, forward],
  [2, badJump],
];
/** Statements that contain code. */
const NESTED: readonly (readonly [weight: number, statement: Statement])[] = [
  [60, branch(body)],
  [20, loop(body)],
  [45, creation(body)],
];
const ALL = [...STATEMENTS, ...NESTED];

export function statement(code: Code, program: ProgramContext): void {
  if (code.height > TALL) while (code.height > TALL / 2) code.op(0x50);
  program.draw.weighted(program.nesting > 0 ? ALL : STATEMENTS)(code, program);
}

function end(code: Code, program: ProgramContext): void {
  const { draw } = program;
  const kind = draw.below(20);
  if (kind < 4) code.op(0x00);
  else if (kind < 11) code.push(drawSize(draw)).push(drawOffset(draw)).op(0xf3);
  else if (kind < 13) code.push(drawSize(draw)).push(drawOffset(draw)).op(0xfd);
  else if (kind < 14) code.op(0xfe);
  else if (kind < 16) {
    if (draw.happens(30)) code.op(0x30);
    else pushAddress(code, program);
    code.op(0xff);
    // The code ends before the bytes of this PUSH.
  } else if (kind < 17) code.raw([draw.between(0x60, 0x7f), 0x5b]);
  else if (kind < 18) code.op(draw.between(0x01, 0xff));
}

export function drawProgram(program: ProgramContext): Bytes {
  const { draw } = program;
  const code = newCode(program);
  // This adds far destinations, after bytes that never run.
  if (draw.happens(0.5)) {
    const far = code.label();
    code
      .pushLabel(far)
      .op(0x56)
      .raw(draw.bytes(draw.between(1_000, 20_000)))
      .raw(new Uint8Array(32))
      .place(far);
  }
  // This makes a deep stack, near the limit.
  if (draw.happens(0.5)) code.raw(new Uint8Array(draw.between(990, 1_024)).fill(0x5f));
  else if (draw.happens(30)) for (let i = draw.between(1, 17); i > 0; i--) operand(code, program);
  const [least, most] = draw.one(LENGTHS);
  body(code, program, draw.between(least, most));
  end(code, program);
  return code.build();
}

/** Draws code that calls or creates itself as often as possible, with a few statements before and after. */
export function drawRecursion(program: ProgramContext): Bytes {
  const { draw } = program;
  const quiet = { ...program, nesting: 0 };
  const some = (code: Code): void => {
    for (let i = draw.below(3); i > 0; i--)
      draw.one([plain.arithmetic, plain.transient, plain.memory, plain.storage])(code, quiet);
  };
  const code = newCode(program);
  some(code);
  const opcode = draw.one([0xf0, 0xf1, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa]);
  if (opcode === 0xf0 || opcode === 0xf5) {
    code.op(0x38).push(0).push(0).op(0x39);
    if (opcode === 0xf5) code.push(0);
    code.op(0x38).push(0).push(0).op(opcode);
  } else {
    const size = draw.one([0, 0, 32, 100]);
    code.push(size).push(0).push(size).push(0);
    if (opcode === 0xf1 || opcode === 0xf2) code.push(0);
    code.op(0x30, 0x5a, opcode);
  }
  code.push(draw.one([0, 1])).op(draw.one([0x55, 0x5d, 0x52]));
  some(code);
  end(code, quiet);
  return code.build();
}
