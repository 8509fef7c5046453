/**
 * Compiles the interpreter of `src/evm/halley/interpreter` (AssemblyScript) to WebAssembly, twice: plain, and observed.
 * The two differ by the constant OBSERVED. Both are checked in as one TypeScript module, so that a clone runs without
 * the compiler.
 *
 * `node scripts/interpreter.mjs` writes the module where the sources changed. `--check` always compiles, and fails when
 * the result differs from the module in any byte.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './ensure.mjs';
import { opcodeConstants } from './opcode_constants.mjs';

const SOURCES = 'src/evm/halley/interpreter';
const OUTPUT = 'src/evm/halley/interpreter.generated.ts';
/** Is the source that is written from the table of opcodes. */
const CONSTANTS = `${SOURCES}/opcodes.generated.ts`;
/** Lists inputs of the module besides the sources. */
const ALSO = ['scripts/interpreter.mjs', 'src/evm/halley/layout.ts', 'node_modules/assemblyscript/package.json'];

/**
 * Disables the runtime, the collector and imports: memory is read and written by address, and a trap needs no message.
 */
const OPTIONS = [
  '-O3',
  '--enable',
  'simd',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--initialMemory',
  '1',
];

/**
 * Compiles the module that exports what these files export. Throws with the compiler's output.
 * @param {string[]} entries below the root of the repository
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function compileInterpreter(entries, observed = false, root = ROOT) {
  // The compiler is large, so it is loaded only when there is something to compile.
  const { main } = await import('assemblyscript/asc');
  /** @type {Uint8Array | undefined} */
  let binary;
  const { error, stderr } = await main(
    [
      ...entries,
      '--baseDir',
      root,
      ...OPTIONS,
      '--use',
      `OBSERVED=${observed ? 1 : 0}`,
      '--outFile',
      'interpreter.wasm',
    ],
    {
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') binary = contents;
      },
    },
  );
  if (error !== null || binary === undefined)
    throw new Error(`${entries.join()} does not compile\n${stderr.toString()}`);
  return new Uint8Array(binary);
}

const textOf = (/** @type {string} */ root, /** @type {string} */ file) => readFileSync(join(root, file), 'utf8');

/** Returns a digest that changes with every input of the modules. */
function digestOfSources(/** @type {string} */ root) {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, SOURCES)).filter((name) => name.endsWith('.ts'));
  for (const file of [...sources.sort().map((name) => `${SOURCES}/${name}`), ...ALSO])
    hash.update(`${file}\n`).update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'));
  return hash.digest('hex');
}

async function generated(/** @type {string} */ root) {
  const base64 = async (/** @type {boolean} */ observed) =>
    Buffer.from(await compileInterpreter([`${SOURCES}/index.ts`], observed, root)).toString('base64');
  return [
    '// Compiled from the AssemblyScript of `interpreter/` by scripts/interpreter.mjs: change that, then `npm run generate`.',
    `// Sources: ${digestOfSources(root)}`,
    '',
    '/** In base64. */',
    `export const PLAIN_INTERPRETER =\n  '${await base64(false)}';`,
    '',
    '/** In base64: it stops before each operation. */',
    `export const OBSERVED_INTERPRETER =\n  '${await base64(true)}';`,
    '',
  ].join('\n');
}

/** Writes the module of both builds, unless it was made from these sources. The opcodes' constants are written first. */
export async function generateInterpreter(root = ROOT) {
  const output = join(root, OUTPUT);
  const constants = await opcodeConstants(root);
  if (!existsSync(join(root, CONSTANTS)) || textOf(root, CONSTANTS) !== constants)
    writeFileSync(join(root, CONSTANTS), constants);
  if (existsSync(output) && readFileSync(output, 'utf8').includes(digestOfSources(root))) return;
  writeFileSync(output, await generated(root));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === resolve(import.meta.filename)) {
  const [root = ROOT] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  if (!process.argv.includes('--check')) await generateInterpreter(resolve(root));
  else {
    const stale = [
      ...(textOf(root, CONSTANTS) === (await opcodeConstants(resolve(root)))
        ? []
        : [`${CONSTANTS} differs from its table`]),
      ...(textOf(root, OUTPUT) === (await generated(resolve(root)))
        ? []
        : [`${OUTPUT} is not what its sources compile to`]),
    ];
    for (const problem of stale) console.error(`${problem}: run \`npm run generate\``);
    if (stale.length > 0) process.exitCode = 1;
  }
}
