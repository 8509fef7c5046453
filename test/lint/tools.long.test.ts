/** Plants violations for the other checks: unused code, unformatted code, and stale generated files. */
import { execFileSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

/** Allows for tools that read the whole tree, and for the compilation of the interpreter. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

it('unused files, exports and packages are found', () => {
  const project = TempProject.of(ROOT, ['scripts/checks/knip.json', 'package.json', 'tsconfig.json']);
  project.plant('src/cli/main.ts', "import { used } from './part.js';\nused();\n");
  project.plant('src/cli/part.ts', 'export const used = () => 1;\nexport const plantedExport = 2;\n');
  project.plant('src/cli/planted_file.ts', 'export const x = 1;\n');
  const output = project.run(execFileSync, 'knip/bin/knip.js', ['--config', 'scripts/checks/knip.json']);
  project.clear();
  for (const finding of ['plantedExport', 'src/cli/planted_file.ts', 'ethers']) expect(output).toContain(finding);
});

it.each([
  ['noExplicitAny', 'export const x: any = 1;\n'],
  ['noNonNullAssertion', 'export const f = (x?: number) => x!;\n'],
  ['noUnusedVariables', 'const planted = 1;\nexport {};\n'],
  ['useNodejsImportProtocol', "export * from 'fs';\n"],
  ['format', 'export const x =    1\n'],
])('Biome catches %s', (rule, text) => {
  const project = TempProject.of(ROOT, ['biome.json']);
  project.plant('planted.ts', text);
  const args = ['check', '--vcs-enabled=false', '--error-on-warnings', 'planted.ts'];
  const output = project.run(
    (...call) => {
      const result = execFileSync(...call);
      throw new Error(`nothing was caught: ${result}`);
    },
    '@biomejs/biome/bin/biome',
    args,
  );
  project.clear();
  expect(output).toContain(rule);
});

it('an interpreter that differs from its compiled sources is found', () => {
  const project = TempProject.of(ROOT, [
    'src/evm/opcodes.ts',
    'src/evm/hardfork.ts',
    'src/evm/halley/layout.ts',
    'src/evm/halley/interpreter',
    'src/evm/halley/interpreter.generated.ts',
    'scripts/interpreter.mjs',
    'scripts/opcode_constants.mjs',
  ]);
  const check = (): string => project.run(execFileSync, '../scripts/interpreter.mjs', ['--check', project.root]);
  const generated = 'src/evm/halley/interpreter.generated.ts';
  project.plant(generated, project.read(generated).replace("'AGFzbQ", "'AGFzbR"));
  expect(check()).toContain('is not what its sources compile to');
  project.clear();
});
