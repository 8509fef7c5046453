/**
 * Implements `npm run budget`: measures what a start, a transaction and a height cost in counts that no noise moves, and
 * how much source there is, and writes them to `test/budget/budget.json`. The test beside it fails when a count grows.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { senders, transfers } from '../bench/transactions.js';
import { filesBelow } from './checks/findings.mjs';
import { ensureBuilt, ROOT } from './ensure.mjs';

/** The counts of a measurement, by name: those of each kind of work, of each layer of `src`, and of `dist`. */
export type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const BUDGET_FILE = join(ROOT, 'test/budget/budget.json');
const TRANSFERS = 300;
/** Size of the young generation, in MiB, which must hold everything that is allocated. */
const YOUNG = 512;

/** The counts are those of one version of Node.js, with the addons of one platform. */
export const IS_COUNTED_HERE = /^v20\./.test(process.version) && process.platform === 'linux' && process.arch === 'x64';

/** Runs `budget/measure.mjs` on the build in a folder, and returns its counts. */
export async function workBudget(dist: string): Promise<Budget> {
  const flags = ['--no-opt', `--min-semi-space-size=${YOUNG}`, `--max-semi-space-size=${YOUNG}`];
  const script = fileURLToPath(new URL('budget/measure.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, script, pathToFileURL(join(dist, 'index.mjs')).href],
    { input: JSON.stringify(transfers((await senders()).slice(0, 1), TRANSFERS, 20)), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Budget;
}

/** Returns the files, lines and import lines of each layer, and the total size of the bundles in bytes. */
export function weightBudget(): Budget {
  const layers = readdirSync(join(ROOT, 'src')).sort();
  const bundles = filesBelow(ROOT, 'dist').filter((file) => /\.(cjs|mjs)$/.test(file));
  return {
    ...Object.fromEntries(layers.map((layer) => [`src/${layer}`, weightOf(filesBelow(ROOT, `src/${layer}`))])),
    dist: { bytes: bundles.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0) },
  };
}

function weightOf(files: readonly string[]): Readonly<Record<string, number>> {
  const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const lines = (text: string): number => text.split('\n').length - 1;
  const imports = (text: string): number =>
    (text.match(/^(?:import|export)\b[^;]*?\bfrom '[^']*';\n|^import '[^']*';\n/gm) ?? []).reduce(
      (sum, one) => sum + lines(one),
      0,
    );
  const sum = (of: (text: string) => number): number => sources.reduce((total, text) => total + of(text), 0);
  return { files: sources.length, lines: sum(lines), 'lines of imports': sum(imports) };
}

export const readBudget = (): Budget =>
  existsSync(BUDGET_FILE) ? (JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) as Budget) : {};

/** Part by which a count may be lower than its budget before the budget must follow. */
const SLACK = 0.05;
/** Parts by which counts differ between runs. The others are exact, but for one or two at the first use of something. */
const NOISE: Readonly<Record<string, number>> = {
  'bytes allocated': 0.02,
  promises: 0.005,
  'calls of functions': 0.005,
};
const FIRST_USES = 3;

/** Returns a line for each count that is over its budget, and for each that is so far below that the budget is out of date. */
export function differences(budget: Budget, counted: Budget): readonly string[] {
  return Object.entries(counted).flatMap(([subject, counts]) =>
    Object.entries(counts).flatMap(([name, count]) => {
      const allowed = budget[subject]?.[name];
      if (allowed === undefined) return [`${subject}: ${name} has no budget: npm run budget`];
      const noise = name in NOISE ? Math.max(allowed * (NOISE[name] ?? 0), allowed > 500 ? FIRST_USES : 0.5) : 0;
      const first = name === 'functions run for the first time' ? FIRST_USES : 0;
      if (count > allowed + noise + first) return [`${subject}: ${name}: ${count}, and the budget is ${allowed}`];
      return count < allowed * (1 - SLACK) - first
        ? [`${subject}: ${name}: ${count}, far below the budget of ${allowed}: npm run budget`]
        : [];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBuilt();
  const before = readBudget();
  const now = { ...(await workBudget(join(ROOT, 'dist'))), ...weightBudget() };
  writeFileSync(BUDGET_FILE, `${JSON.stringify(now, undefined, 2)}\n`);
  for (const [subject, counts] of Object.entries(now))
    for (const [name, count] of Object.entries(counts)) {
      const old = before[subject]?.[name];
      if (old !== count) console.log(`${subject}: ${name}: ${old ?? 'none'} → ${count}`);
    }
}
