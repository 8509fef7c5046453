/** Runs programs in a project that has the package: those of README and the guides, strict types, vitest's fixtures. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { stepsOf } from '../examples/guides/steps.js';
import { filesBelow, readJson, run } from './project.js';

const { folder } = inject('withTools');
const home = join(folder, 'node_modules/halley-devnet');

/** Checks all types of the package, and those to which they refer. */
const STRICT = { target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: false, outDir: 'out' };

function write(name: string, files: Readonly<Record<string, string>>, options: object = {}): string {
  const project = join(folder, name);
  mkdirSync(project);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  const compilerOptions = { ...STRICT, ...options };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }));
  return project;
}

const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);

const compile = (project: string) => run(project, 'node', '../node_modules/typescript/bin/tsc', '--pretty', 'false');

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

describe('types', () => {
  const entries = Object.entries<string | object>(readJson(join(home, 'package.json')).exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => `halley-devnet${path.slice(1)}`);

  it('of the library compile without the types of Node.js and of browsers', async () => {
    const project = write(
      'library',
      {
        'library.mts': `
import { createDevnet, type Devnet, type DevnetOptions, type ErrorCode, HalleyError, RpcError } from 'halley-devnet';

const options: DevnetOptions = { validators: 3, timeouts: { commit: 0n }, jsonRpc: { limits: { filters: 5 } } };
export async function height(): Promise<bigint | ErrorCode | number> {
  try {
    await using devnet: Devnet = await createDevnet(options);
    return devnet.height;
  } catch (error) {
    if (error instanceof HalleyError) return error.code;
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}
// @ts-expect-error: there is no such option.
createDevnet({ validatorz: 4 });
`,
      },
      { lib: ['ES2022'], types: [] },
    );
    expect(await compile(project)).toMatchObject({ code: 0, output: '' });
  });

  it('of all entries compile beside viem and vitest', async () => {
    const imports = entries.map((entry, i) => `export * as entry${i} from '${entry}';`).join('\n');
    const project = write(
      'entries',
      {
        'entries.mts': imports,
        'viem.mts': `
import { createDevnet } from 'halley-devnet';
import { createPublicClient, custom } from 'viem';

const devnet = await createDevnet();
export const client = createPublicClient({ transport: custom(devnet.provider) });
`,
        'fixtures.mts': `
import type { Devnet, EvmProvider, Urls } from 'halley-devnet';
import { type Server, test } from 'halley-devnet/vitest';

test.override({ devnetOptions: { validators: 7 } });
test('has its fixtures', ({ devnet, provider, server, urls, expect }) => {
  const all: [Devnet, EvmProvider, Server, Urls] = [devnet, provider, server, urls];
  expect(all.length).toBe(4);
});
// @ts-expect-error: there is no such option.
test.override({ devnetOptions: { validatorz: 7 } });
`,
        'hooks.mts': `
import { after, afterEach, before, beforeEach } from 'node:test';
import { type TestDevnet, testDevnet } from 'halley-devnet/testing';

export const chain: TestDevnet = testDevnet({ before, beforeEach, afterEach, after }, { validators: 7 });
// @ts-expect-error: the other two hooks are missing.
testDevnet({ before, after });
`,
      },
      { lib: ['ES2023', 'DOM', 'ESNext.Disposable'], types: ['node'] },
    );
    expect(entries.length).toBeGreaterThan(2);
    expect(await compile(project)).toMatchObject({ code: 0, output: '' });
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
