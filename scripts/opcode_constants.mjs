/** Writes the table of opcodes (`src/evm/opcodes.ts`) as constants of the interpreter's language. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TABLE = 'src/evm/opcodes.ts';
const WORD = 32;

/** @typedef {import('../src/evm/opcodes.js').Opcode} Opcode */

/**
 * Returns the constants of one opcode. A figure that the operation does not have is left out.
 * @param {Opcode} opcode
 * @param {number} fork
 */
function constantsOf({ name, code, takes, gas }, fork) {
  return [
    `@inline export const ${name}: u32 = 0x${code.toString(16).padStart(2, '0')};`,
    ...(takes > 0 ? [`@inline export const ${name}_NEED: usize = ${(takes - 1) * WORD};`] : []),
    ...(gas > 0 ? [`@inline export const ${name}_GAS: i64 = ${gas};`] : []),
    ...(fork > 0 ? [`@inline export const ${name}_SINCE: u32 = ${fork};`] : []),
  ];
}

/**
 * Returns the call that tells the observed build about consecutive opcodes with the same figures.
 * @param {Opcode} opcode
 */
function figuresOf({ takes, leaves, gas, isDynamic = false, isByHost = false }) {
  const price = isDynamic || isByHost ? 'DYNAMIC' : gas;
  return `${price}, ${takes}, ${leaves > takes ? 1 : 0}`;
}

/**
 * @param {readonly Opcode[]} opcodes
 * @param {(opcode: Opcode) => number} forkOf
 */
function definitions(opcodes, forkOf) {
  /** @type {{ from: number, to: number, figures: string, fork: number }[]} */
  const ranges = [];
  for (const opcode of opcodes) {
    const [figures, fork, last] = [figuresOf(opcode), forkOf(opcode), ranges.at(-1)];
    if (last?.figures === figures && last.fork === fork && last.to === opcode.code - 1) last.to = opcode.code;
    else ranges.push({ from: opcode.code, to: opcode.code, figures, fork });
  }
  return ranges.map(
    ({ from, to, figures, fork }) => `  ${fork > 0 ? `if (fork >= ${fork}) ` : ''}define(${from}, ${to}, ${figures});`,
  );
}

/**
 * Returns the text of the interpreter's file of constants, from the table below the root.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function opcodeConstants(root) {
  const { tsImport } = await import('tsx/esm/api');
  const { OPCODES, forkOf } = await tsImport(pathToFileURL(join(root, TABLE)).href, import.meta.url);
  return [
    `// Generated from \`${TABLE}\` by scripts/interpreter.mjs: change that, then \`npm run generate\`.`,
    "import { define, DYNAMIC, UNDEFINED } from './prices';",
    '',
    '// With NEED bytes from the lowest item to the top, the stack has the items that the operation takes.',
    '// GAS is the constant part of the price. SINCE is the first fork that has the operation.',
    ...OPCODES.flatMap((/** @type {Opcode} */ opcode) => constantsOf(opcode, forkOf(opcode))),
    '',
    '/** Fills the tables of the observed build for a fork: Shanghai (0), Cancun, Prague or Osaka (3). */',
    '// Long: one call for each range of opcodes with the same figures.',
    'export function definePrices(fork: u32): void {',
    '  define(0, 255, UNDEFINED, 0, 0);',
    ...definitions(OPCODES, forkOf),
    '}',
    '',
  ].join('\n');
}
