/** Defines the inputs from which statements are drawn. */
import { type Hardfork, isFrom } from '../../src/evm/hardfork.js';
import { type Bytes, bytesToBigint } from '../../src/kernel/bytes.js';
import type { PrecompileInput } from '../../test/support/precompile_inputs.js';
import { Code } from './code.js';
import type { Draw } from './draw.js';
import { drawWord } from './words.js';

export interface ProgramContext {
  readonly draw: Draw;
  readonly fork: Hardfork;
  /** Addresses that code uses: contracts, accounts without code, delegated ones, itself. */
  readonly addresses: readonly Bytes[];
  /** Inputs of precompiles, which are used unchanged or corrupted. */
  readonly inputs: readonly PrecompileInput[];
  /** Deepest nesting of code in code: branches, loops, initcode. At 0 none is drawn. */
  readonly nesting: number;
}

export type Statement = (code: Code, program: ProgramContext) => void;

export const deeper = (program: ProgramContext): ProgramContext => ({ ...program, nesting: program.nesting - 1 });

/** Operations that push facts of the environment. GAS turns every difference in gas into one in data. */
const SURROUNDINGS = [
  ...[0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48],
  ...[0x4a, 0x58, 0x59, 0x5a],
];

/**
 * Older operations with the same stack effect: TLOAD → SLOAD, TSTORE → SSTORE, MCOPY → CODECOPY, BLOBHASH, BLOBBASEFEE.
 */
const BEFORE_CANCUN: readonly (readonly [number, number])[] = [
  ...([
    [0x5c, 0x54],
    [0x5d, 0x55],
    [0x5e, 0x39],
    [0x49, 0x35],
    [0x4a, 0x48],
  ] as const),
];
/** NOT for CLZ. */
const BEFORE_OSAKA: readonly (readonly [number, number])[] = [[0x1e, 0x19]];

/** Creates empty code for the fork. */
export const newCode = ({ fork }: ProgramContext): Code =>
  new Code(new Map([...(isFrom(fork, 'cancun') ? [] : BEFORE_CANCUN), ...(isFrom(fork, 'osaka') ? [] : BEFORE_OSAKA)]));

export const pushAddress = (code: Code, { draw, addresses }: ProgramContext): void => {
  const address = bytesToBigint(draw.one(addresses));
  // The upper twelve bytes are ignored.
  const kind = draw.below(50);
  if (kind === 0) code.push(address + (BigInt(draw.between(1, 255)) << 160n));
  else if (kind === 1) code.push(drawWord(draw));
  else code.push(address, 20);
};

export const SLOTS = [0n, 0n, 1n, 1n, 2n, 3n, 2n ** 256n - 1n] as const;

/** Pushes one word from a drawn source. */
export function operand(code: Code, program: ProgramContext): void {
  const { draw } = program;
  const kind = draw.below(100);
  if (kind < 12 && code.height > 0) code.op(0x7f + draw.between(1, Math.min(16, code.height)));
  else if (kind < 22) code.op(draw.one(SURROUNDINGS));
  else if (kind < 26) code.push(draw.one([0n, 1n, 31n, 32n])).op(0x51);
  else if (kind < 30) code.push(draw.one(SLOTS)).op(draw.one([0x54, 0x54, 0x5c]));
  else if (kind < 33) pushAddress(code, program);
  else if (kind < 36) code.push(draw.below(70)).op(0x35);
  else if (kind < 38) code.push(drawWord(draw), 32);
  else code.push(drawWord(draw));
}
