/**
 * Implements `npm run mutate -- PLACE…`. It changes the code of folders or files (`src/chain`, `src/mempool/heap.ts`)
 * in one position after the other, runs the tests that cover it, and lists the changes that no test noticed. Each of
 * these is untested behavior, or code without effect. Changes that act only while a file is loaded are left out
 * (`static`).
 *
 *   --at-least N   ends with 1 when less than N percent are killed (85)
 *   --tests GLOB   the tests, instead of those of the folder; may be repeated
 *   --again        reuses results of the last run where neither the code nor its tests changed since
 *   --workers N    mutants tested at a time (2)
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from './ensure.mjs';
import { report, score, testsOf } from './mutants.mjs';

/** Time beyond 1.5 times the unchanged tests' duration, in milliseconds. */
const TIMEOUT_MS = 10_000;

process.chdir(ROOT);
const { values, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    'at-least': { type: 'string', default: '85' },
    tests: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
});
const wrong = places.filter((place) => !place.startsWith('src/') || !existsSync(place));
if (places.length === 0 || wrong.length > 0) {
  console.error(`mutate: expected folders or files below src${wrong.length > 0 ? `, got ${wrong.join(', ')}` : ''}`);
  process.exit(2);
}

const tests = values.tests ?? [...new Set(places.flatMap(testsOf))];
// scripts/mutate/vitest.config.ts reads it in the processes that test mutants.
process.env['HALLEY_MUTATE_TESTS'] = JSON.stringify(tests);

const found = await new Stryker({
  mutate: places.map((place) => (statSync(place).isDirectory() ? `${place}/**/*.ts` : place)),
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  ignorePatterns: ['/dist', '/bench'],
  tempDirName: join(tmpdir(), 'halley-mutants'),
  cleanTempDir: 'always',
  concurrency: Number(values.workers),
  timeoutMS: TIMEOUT_MS,
  incremental: true,
  incrementalFile: `node_modules/.cache/mutate/${createHash('sha256').update(places.join()).digest('hex')}.json`,
  force: !values.again,
  reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
}).runMutationTest();

const mutants = found.map((mutant) => ({ ...mutant, fileName: mutant.fileName.slice(ROOT.length) }));
console.log(`\nsurvived, with ${tests.join(' ')}:`);
console.log(report(mutants, (file) => readFileSync(file, 'utf8')));
const wanted = Number(values['at-least']);
const enough = score(mutants).percent >= wanted;
if (!enough) console.log(`less than ${wanted} % were killed`);
process.exit(enough ? 0 : 1);
