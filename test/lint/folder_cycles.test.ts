/** Plants cycles between folders, and checks that each is found with the imports that make it. */
import { expect, it } from 'vitest';
import { scan } from '../../scripts/checks/folder_cycles.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

/** Scans a tree of files, each with the module that it imports. */
function findings(imports: Readonly<Record<string, string>>): readonly string[] {
  const project = TempProject.of(ROOT, []);
  for (const [file, path] of Object.entries(imports)) project.plant(file, `import type { X } from '${path}';\n`);
  const found = scan(project.root);
  project.clear();
  return found;
}

it('finds nothing in a tree whose imports go one way', () => {
  expect(findings({ 'src/app/ante/a.ts': '../tx/b.js', 'src/app/tx/b.ts': '../state/c.js' })).toEqual([]);
});

it('finds a cycle of folders though no file imports itself', () => {
  const imports = {
    'src/app/ante/a.ts': '../tx/b.js',
    'src/app/tx/b.ts': '../../kernel/x.js',
    'src/app/tx/c.ts': '../ante/d.js',
    'src/app/ante/d.ts': 'fast-check',
    'src/kernel/x.ts': 'fast-check',
  };
  expect(findings(imports)).toEqual([
    [
      'src/app: ante → tx → ante',
      '    src/app/ante/a.ts imports src/app/tx/b.ts',
      '    src/app/tx/c.ts imports src/app/ante/d.ts',
    ].join('\n'),
  ]);
});

it('counts a file as a child of its folder, at any depth', () => {
  const imports = {
    'src/a/b/c/state.ts': './pool/x.js',
    'src/a/b/c/pool/y.ts': '../state.js',
    'src/a/b/c/pool/x.ts': 'ws',
  };
  expect(findings(imports)).toEqual([expect.stringContaining('src/a/b/c: pool → state.ts → pool')]);
});

it('finds a cycle between layers, and one in the scripts', () => {
  const imports = {
    'src/app/a.ts': '../chain/b.js',
    'src/chain/b.ts': '../app/a.js',
    'scripts/docs/a.ts': '../b.js',
    'scripts/b.ts': './docs/a.js',
  };
  expect(findings(imports).map((text) => text.split('\n')[0])).toEqual([
    'scripts: b.ts → docs → b.ts',
    'src: app → chain → app',
  ]);
});
