/** Plants imports of the devnet in the command, and checks that those which would load it at every start are found. */
import { expect, it } from 'vitest';
import { scan } from '../../scripts/checks/late_imports.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

/** Scans a tree in which the command imports `src/cli/part.ts`, which has this text. */
function findings(part: string): readonly string[] {
  const project = TempProject.of(ROOT, []);
  project.plant('src/cli/main.ts', "import './commands/all.js';\n");
  project.plant('src/cli/commands/all.ts', "export { part } from '../part.js';\n");
  project.plant('src/cli/part.ts', part);
  project.plant('src/devnet/index.ts', "export * from './devnet.js';\n");
  project.plant('src/devnet/devnet.ts', 'export const x = 1;\n');
  const found = scan(project.root);
  project.clear();
  return found;
}

it.each([
  "import { x } from '../devnet/index.js';\n",
  "import '../devnet/index.js';\n",
  "export * from '../devnet/index.js';\n",
  "import { type X } from '../devnet/index.js';\n",
])('finds the way to %s', (text) => {
  expect(findings(text)).toEqual([
    [
      'src/cli/main.ts imports',
      '    src/cli/commands/all.ts imports',
      '    src/cli/part.ts imports',
      '    src/devnet/index.ts: load it with import(), where it is needed',
    ].join('\n'),
  ]);
});

it('finds each file of the devnet that is imported', () => {
  expect(findings("import '../devnet/index.js';\nimport '../devnet/devnet.js';\n")).toHaveLength(2);
});

it.each([
  "export const part = () => import('../devnet/index.js');\n",
  "import type { X } from '../devnet/index.js';\n",
  "export type { X } from '../devnet/index.js';\n",
])('accepts %s', (text) => expect(findings(text)).toEqual([]));
