/** Plants one more signature, promise and module in copies of the build: the budget must name each. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { differences, IS_COUNTED_HERE, readBudget, workBudget } from '../../scripts/budget.js';
import { ROOT } from '../../scripts/ensure.mjs';

/** The bundler chooses the name of the first parameter. */
const SENDER = /function recoverAddress\((\w+),signature\)\{/;
const PLANTED: readonly (readonly [what: string, before: RegExp, after: string, named: string])[] = [
  ['signature', SENDER, '$&recoverPublicKey($1,signature);', 'warm transfer: signatures verified: 2'],
  ['promise', SENDER, '$&Promise.resolve();', 'warm transfer: promises: '],
  ['module', /import/, 'import"./planted.mjs";import', 'start: modules loaded: '],
];

/** Copies the build beside the packages that it imports. */
function copyOfBuild(): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.halley-planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'dist'), folder, { recursive: true, filter: (path) => !path.endsWith('/types') });
  return folder;
}

describe.runIf(IS_COUNTED_HERE)('a build', () => {
  it.each(PLANTED)('with one more %s is over the budget', async (what, before, after, named) => {
    const folder = copyOfBuild();
    writeFileSync(join(folder, 'planted.mjs'), 'export {};\n');
    const files = what === 'module' ? ['index.mjs'] : readdirSync(folder).filter((name) => name.endsWith('.mjs'));
    const changed = files.filter((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      if (!before.test(text)) return false;
      writeFileSync(join(folder, name), text.replace(before, after));
      return true;
    });
    expect(changed).toHaveLength(1);
    const found = differences(readBudget(), await workBudget(folder));
    expect(
      found.some((line) => line.startsWith(named)),
      found.join('\n'),
    ).toBe(true);
  });
});
