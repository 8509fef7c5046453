/** Runs programs in a project that has the package: those of README and the guides, CommonJS, vitest's fixtures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, vi } from 'vitest';
import { stepsOf } from '../examples/guides/steps.js';
import { compile, filesBelow, run, writerIn } from './project.js';

/** Allows for programs that are compiled with all types on which they depend. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { folder } = inject('withTools');
const home = join(folder, 'node_modules/halley-devnet');

const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);

const write = writerIn(folder);

describe('programs in README and the guides', () => {
  const pages = ['README.md', ...filesBelow(join(home, 'docs/guides')).map((name) => `docs/guides/${name}`)];
  const steps = pages.flatMap((page) => stepsOf(readFileSync(join(home, page), 'utf8')));
  const programs = steps
    .flatMap((step) => (step.type === 'program' ? [step.text] : []))
    .filter((text) => importsOf(text).every((name) => /^(halley-devnet|viem)\b/.test(name)));
  const plans = steps.flatMap((step) => (step.type === 'file' && step.name === 'plan.toml' ? [step] : []));

  it('compile under strict settings and run', async () => {
    expect(programs.length).toBeGreaterThan(10);
    const files = Object.fromEntries([
      ...programs.map((text, i) => [`program${i}.mts`, text]),
      ...plans.map(({ name, text }) => [name, text]),
    ]);
    const project = write('readme', files, { types: ['node'] });
    expect(await compile(project)).toMatchObject({ code: 0, output: '' });
    for (const i of programs.keys())
      expect(await run(project, 'node', `out/program${i}.mjs`)).toMatchObject({ code: 0 });
  });
});

describe('programs', () => {
  it('can require the library from a CommonJS module', async () => {
    const project = write('required', {
      'program.cjs': `
const { createDevnet } = require('halley-devnet');
const { halley } = require('halley-devnet/genesis/ibc.json');
createDevnet().then(async (devnet) => {
  console.log(devnet.chainId, halley.network.chains.length > 0);
  await devnet.close();
});
`,
    });
    const { code, output } = await run(project, 'node', 'program.cjs');
    expect(output).toContain('halley_31337-1 true');
    expect(code).toBe(0);
  });

  it('run vitest with the fixtures, in process and with a server', async () => {
    const project = write('fixtures', {
      'chain.test.ts': `
import { expect } from 'vitest';
import { test } from 'halley-devnet/vitest';

for (const name of ['first', 'second'])
  test(name + ' test finds a new chain', async ({ devnet, provider }) => {
    await devnet.mine();
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2');
  });
test('calls a server', async ({ urls }) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const response = await fetch(urls.evmHttp, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await response.json()).toMatchObject({ result: '0x7a69' });
});
`,
      'vitest.config.js': `export default { test: { globalSetup: 'halley-devnet/vitest/server', maxWorkers: 1 } };`,
    });
    const { code, output } = await run(project, 'npx', 'vitest', 'run');
    expect(output).toMatch(/Tests +3 passed \(3\)/);
    expect(code).toBe(0);
  });
});
