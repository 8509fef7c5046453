/** Draws CREATE and CREATE2, and the initcode that they run. */
import type { Bytes } from '../../../src/kernel/bytes.js';
import type { Code } from '../code.js';
import { deeper, newCode, type ProgramContext, pushAddress, type Statement } from '../program_context.js';
import { place } from './calls.js';
import type { Body } from './flow.js';
import { settle } from './plain.js';

const MAX_CODE_BYTES = 24_576;
const MAX_INITCODE_BYTES = 49_152;
const CREATE = 0xf0;
const CREATE2 = 0xf5;

/** Ends initcode, mostly with code to deploy. */
function deploy(code: Code, program: ProgramContext, body: Body): void {
  const { draw } = program;
  const kind = draw.below(24);
  if (kind < 9) {
    const deployed = newCode(program);
    body(deployed, deeper(program), draw.between(1, 5));
    if (draw.happens(25)) {
      pushAddress(deployed, program);
      deployed.op(0xff);
    }
    const bytes = deployed.build();
    place(code, bytes, 0);
    code.push(bytes.length).push(0).op(0xf3);
  } else if (kind < 12)
    code
      .push(draw.one([0, 1, 32, 100]))
      .push(0)
      .op(0xf3);
  // EIP-3541 forbids this code, also in the form of a delegation.
  else if (kind < 14)
    code
      .push(0xef)
      .push(0)
      .op(0x53)
      .push(draw.one([1, 23]))
      .push(0)
      .op(0xf3);
  else if (kind < 15)
    code
      .push(draw.one([MAX_CODE_BYTES, MAX_CODE_BYTES + 1]))
      .push(0)
      .op(0xf3);
  else if (kind < 17)
    code
      .push(draw.one([0, 32]))
      .push(0)
      .op(0xfd);
  else if (kind < 19) {
    pushAddress(code, program);
    code.op(0xff);
  } else if (kind < 21) code.op(0x30, 0xff);
  else if (kind < 22) code.op(0xfe);
  else code.op(0x00);
}

/** Draws initcode. */
export function initcode(program: ProgramContext, body: Body): Bytes {
  const { draw } = program;
  const code = newCode(program);
  // It avoids 0xef00, from which EthereumJS creates nothing at no cost: it takes it for the beginning of the EVM object
  // format.
  if (draw.happens(3)) code.raw([0xef, draw.one([1, 0xff])]);
  body(code, deeper(program), draw.below(4));
  deploy(code, program, body);
  return code.build();
}

export const creation =
  (body: Body): Statement =>
  (code, program) => {
    const { draw } = program;
    const bytes = initcode(program, body);
    place(code, bytes, 0);
    const opcode = draw.one([CREATE, CREATE2]);
    // Using the same salt twice is a collision.
    const twice = opcode === CREATE2 && draw.happens(25) ? 2 : 1;
    const salt = draw.below(3);
    const size = draw.happens(97) ? bytes.length : draw.one([0, MAX_INITCODE_BYTES, MAX_INITCODE_BYTES + 1, 2 ** 40]);
    const value = draw.one([0, 0, 1, 2, 2 ** 50]);
    for (let i = 0; i < twice; i++) {
      if (opcode === CREATE2) code.push(salt);
      code.push(size).push(0).push(value).op(opcode);
    }
    if (draw.happens(50)) callCreated(code, program);
    settle(code, program);
  };

/** Calls the created contract, whose address stays on the stack. */
function callCreated(code: Code, { draw }: ProgramContext): void {
  const opcode = draw.one([0xf1, 0xf1, 0xf4, 0xfa, 0x31, 0x3b, 0x3f]);
  if (opcode < 0x40) {
    code.op(0x80, opcode, 0x50);
    return;
  }
  for (let i = draw.between(1, 2); i > 0; i--) {
    code.push(32).push(0).push(32).push(0);
    if (opcode === 0xf1) code.push(draw.one([0, 0, 1]));
    code.op(opcode === 0xf1 ? 0x85 : 0x84, 0x5a, opcode, 0x50);
  }
}
