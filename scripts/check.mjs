/**
 * Implements `npm run check`: all checks of the code that need not run it. It runs two checks at a time and prints the
 * output of those that fail.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './ensure.mjs';

const PARALLEL = 2;

const bin = (/** @type {string} */ file) => join(ROOT, 'node_modules', file);
/** TypeScript 7 checks types several times as fast. What reads programs, or writes declarations, needs TypeScript 6. */
const tsc = bin('typescript-7/bin/tsc');

/** @type {{ name: string, args: string[] }[]} */
const CHECKS = [
  { name: 'types', args: [tsc, '-p', 'tsconfig.json'] },
  { name: 'published types', args: ['scripts/declarations.mjs', '--check'] },
  { name: 'pure layers', args: [tsc, '-p', 'scripts/checks/tsconfig.pure.json'] },
  { name: 'types of the dashboard', args: [tsc, '-p', 'src/dashboard/tsconfig.json'] },
  { name: 'types of the tests of the dashboard', args: [tsc, '-p', 'test/dashboard/tsconfig.json'] },
  { name: 'unused code', args: [bin('knip/bin/knip.js'), '--config', 'scripts/checks/knip.json'] },
  {
    name: 'layers',
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', 'scripts/checks/import_rules.cjs', 'src'],
  },
  { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  { name: 'clock and randomness', args: ['scripts/checks/purity_scan.mjs'] },
  { name: 'cycles between folders', args: ['scripts/checks/folder_cycles.mjs'] },
  { name: 'late imports', args: ['scripts/checks/late_imports.mjs'] },
  { name: 'lengths of functions', args: ['scripts/checks/function_lengths.mjs'] },
  { name: 'words', args: ['scripts/checks/words.mjs'] },
  { name: 'doc comments', args: ['scripts/checks/doc_comments.mjs'] },
  { name: 'references', args: ['scripts/checks/reference_scan.mjs'] },
  { name: 'generated files', args: [bin('tsx/dist/cli.mjs'), 'scripts/generate-index.ts', '--check'] },
  { name: 'compiled interpreter', args: ['scripts/interpreter.mjs', '--check'] },
  { name: 'generated documents', args: [bin('tsx/dist/cli.mjs'), 'scripts/generate-docs.ts', '--check'] },
].filter(({ args }) => existsSync(join(ROOT, args[1] ?? '')) || !args[1]?.startsWith('scripts/'));

/** @returns {Promise<boolean>} */
function runCheck(/** @type {{ name: string, args: string[] }} */ { name, args }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

ensureInstalled();
const waiting = [...CHECKS];
let failed = 0;
async function worker() {
  for (let fence = waiting.shift(); fence !== undefined; fence = waiting.shift())
    if (!(await runCheck(fence))) failed++;
}
await Promise.all(Array.from({ length: PARALLEL }, worker));
if (failed > 0) console.log(`${failed} of ${CHECKS.length} checks failed`);
process.exit(failed === 0 ? 0 : 1);
