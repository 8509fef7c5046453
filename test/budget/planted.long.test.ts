/** Plants one more signature, promise and module in copies of the build: the budget must name each. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { differences, IS_COUNTED_HERE, readBudget, workBudget } from '../../scripts/budget.js';
import { ROOT } from '../../scripts/ensure.mjs';

/** The bundler chooses the names of the parameters. */
const SENDER = /function recoverAddress\((\w+),(\w+)\)\{/;
const PLANTED: readonly (readonly [what: string, before: RegExp, after: string, named: string])[] = [
  ['signature', SENDER, '$&recoverPublicKey($1,$2);', 'warm transfer: signatures verified: 2'],
  ['promise', SENDER, '$&Promise.resolve();', 'warm transfer: promises: '],
  ['module', SENDER, 'require("./planted.cjs");$&', 'start: modules loaded: '],
];

/** Copies the build beside the packages that it imports. */
function copyOfBuild(): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.halley-planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'dist'), folder, { recursive: true, filter: (path) => !path.endsWith('/types') });
  return folder;
}

describe.runIf(IS_COUNTED_HERE)('a build', () => {
  it.each(PLANTED)('with one more %s is over the budget', async (_what, before, after, named) => {
    const folder = copyOfBuild();
    writeFileSync(join(folder, 'planted.cjs'), '');
    const bundle = join(folder, 'halley.cjs');
    const text = readFileSync(bundle, 'utf8');
    expect(text.match(new RegExp(before, 'g'))).toHaveLength(1);
    writeFileSync(bundle, text.replace(before, after));
    const found = differences(readBudget(), await workBudget(folder));
    expect(
      found.some((line) => line.startsWith(named)),
      found.join('\n'),
    ).toBe(true);
  });
});
