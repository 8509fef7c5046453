/**
 * Plants impure code: what needs a host must not compile in a pure layer, and clocks and randomness are found
 * everywhere.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOST_FILES, scan, scanFile } from '../../scripts/checks/purity_scan.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

const PURE_LAYERS = ['kernel', 'codec', 'consensus', 'abci', 'simulation', 'mempool', 'rpc'];

/** Code that needs Node or a browser. */
const IMPURE: Readonly<Record<string, string>> = {
  node_module: "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
  process: 'export const x = process.env;\n',
  buffer: "export const x = Buffer.from('');\n",
  timer: 'export const x = setTimeout(() => undefined, 1);\n',
  logger: "console.log('');\nexport {};\n",
  document: 'export const x = document.title;\n',
  socket: "export const x = new WebSocket('ws://x');\n",
  fetch: "export const x = fetch('http://x');\n",
  clock: 'export const x = performance.now();\n',
};

describe('a pure layer', () => {
  const project = TempProject.of(ROOT, ['scripts/checks/tsconfig.pure.json', 'tsconfig.json', 'package.json']);
  for (const room of PURE_LAYERS) {
    project.plant(`src/${room}/sound.ts`, 'export const x = 1;\n');
    for (const [name, text] of Object.entries(IMPURE)) project.plant(`src/${room}/${name}.ts`, text);
  }
  const output = project.run(execFileSync, 'typescript/bin/tsc', [
    '-p',
    'scripts/checks/tsconfig.pure.json',
    '--pretty',
    'false',
  ]);
  project.clear();

  it.each(PURE_LAYERS)('%s refuses to compile code that needs a host', (room) => {
    for (const name of Object.keys(IMPURE)) expect(output, name).toContain(`src/${room}/${name}.ts(`);
    expect(output).not.toContain(`src/${room}/sound.ts`);
  });

  it('lists all layers that the import rules call pure', () => {
    const config = readFileSync(`${ROOT}/scripts/checks/tsconfig.pure.json`, 'utf8');
    for (const room of PURE_LAYERS) expect(config).toContain(`"../../src/${room}"`);
  });
});

describe('the scan for clocks and randomness', () => {
  it.each([
    'Date.now()',
    "Date['now']()",
    'new Date()',
    'new Date',
    'Date()',
    'Math.random()',
    'performance.now()',
    'globalThis.performance.now()',
    'process.hrtime.bigint()',
    'crypto.randomUUID()',
    'crypto.getRandomValues(new Uint8Array(1))',
  ])('finds %s', (expression) => {
    const text = `// in a comment: Date.now()\nexport const x = ${expression};\n`;
    expect(scanFile('src/chain/planted.ts', text)).toEqual([
      expect.stringMatching(/^src\/chain\/planted\.ts:2: .* outside the host files$/),
    ]);
    for (const file of HOST_FILES) expect(scanFile(file, text)).toEqual([]);
  });

  it('finds imported randomness', () => {
    expect(scanFile('src/app/planted.ts', "import { randomBytes } from 'node:crypto';\n")).toHaveLength(1);
    expect(scanFile('src/app/planted.ts', "import { createHash } from 'node:crypto';\n")).toEqual([]);
    expect(scanFile('src/app/planted.ts', "import { performance } from 'node:perf_hooks';\n")).toHaveLength(1);
  });

  it('allows an instant to be formatted or mentioned', () => {
    expect(scanFile('src/kernel/planted.ts', "const x = new Date(5); const y = 'Date.now()';\n")).toEqual([]);
  });

  it('finds async in a synchronous layer', () => {
    const text = 'export const x = async () => { await 1; };\n';
    expect(scanFile('src/simulation/planted.ts', text)).toHaveLength(2);
    expect(scanFile('src/storage/planted.ts', text)).toEqual([]);
  });

  it('reads every file of the tree', () => {
    const project = TempProject.of(ROOT, []);
    project.plant('src/deep/down/planted.ts', 'export const x = Math.random();\n');
    expect(scan(project.root)).toEqual(['src/deep/down/planted.ts:1: Math.random outside the host files']);
    project.clear();
  });
});
