/** Draws jumps: branches, loops that end, and invalid destinations. */
import type { Code } from '../code.js';
import { deeper, operand, type ProgramContext, type Statement } from '../program_context.js';

/** Draws a few statements. It is passed in by the drawer of statements itself. */
export type Body = (code: Code, program: ProgramContext, statements: number) => void;

/** Draws a part that may be skipped; it leaves the stack height unchanged. */
function balanced(code: Code, program: ProgramContext, body: Body, statements: number): void {
  const { height } = code;
  body(code, program, statements);
  while (code.height > height) code.op(0x50);
  while (code.height < height) code.push(7);
}

export const branch =
  (body: Body): Statement =>
  (code, program) => {
    const { draw } = program;
    const end = code.label();
    operand(code, program);
    if (draw.happens(30)) code.op(0x15);
    code.pushLabel(end).op(0x57);
    balanced(code, deeper(program), body, draw.between(1, 4));
    code.place(end);
  };

/** Counts down. The body must not reach the items below it, because they include the counter. */
export const loop =
  (body: Body): Statement =>
  (code, program) => {
    const { draw } = program;
    const start = code.label();
    code
      .push(
        draw.weighted([
          [6, draw.between(1, 4)],
          [2, draw.between(5, 12)],
          [1, 30],
        ] as const),
      )
      .place(start);
    const { height } = code;
    code.height = 0;
    // There are no nested loops, because they take too long.
    balanced(code, { ...program, nesting: 0 }, body, draw.between(1, 4));
    code.height = height;
    code.push(1).op(0x90, 0x03, 0x80).pushLabel(start).op(0x57, 0x50);
  };

export const forward: Statement = (code, { draw }) => {
  const end = code.label();
  code.pushLabel(end).op(0x56);
  // These bytes never run.
  code.raw(draw.bytes(draw.below(5)).map((byte) => (byte >= 0x60 && byte < 0x80 ? 0xfe : byte)));
  code.place(end);
};

export const badJump: Statement = (code, { draw }) => {
  const far = draw.one([2n ** 32n, 2n ** 64n, 2n ** 64n + BigInt(code.length), 2n ** 256n - 1n, 2n ** 31n]);
  const target = draw.happens(60) ? BigInt(draw.below(code.length + 40)) : far;
  if (draw.happens(50)) code.push(target).op(0x56);
  else
    code
      .push(draw.one([0, 1]))
      .push(target)
      .op(0x57);
};
