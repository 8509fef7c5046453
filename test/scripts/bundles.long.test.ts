/** Tests what the bundles contain, as esbuild reports it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBundles } from '../../scripts/bundles.mjs';
import { libraryEntries, MANIFEST } from '../../scripts/entries.mjs';

const outdir = mkdtempSync(join(tmpdir(), 'halley-bundles-'));
/** Paths of what each bundle contains, by its file name. */
const inputs = new Map<string, readonly string[]>();

beforeAll(async () => {
  for (const { outputs } of await writeBundles(outdir))
    for (const [path, output] of Object.entries(outputs)) inputs.set(basename(path), Object.keys(output.inputs));
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

it('the bundle contains neither fastify nor mcl nor the second EVM, which have files of their own', () => {
  expect(inputs.get('halley.cjs')?.length).toBeGreaterThan(1500);
  expect(
    inputs.get('halley.cjs')?.filter((path) => /node_modules\/(fastify|mcl-wasm|@ethereumjs)\//.test(path)),
  ).toEqual([]);
  expect(inputs.get('fastify.cjs')).toContainEqual(expect.stringMatching(/node_modules\/fastify\//));
  expect(createRequire(import.meta.url)(join(outdir, 'mcl.cjs'))).toBeTypeOf('function');
});

it('the entries that import packages of the user take the library from its entry', () => {
  for (const entry of ['testing', 'viem', 'vitest', 'vitest_server'])
    expect(inputs.get(`${entry}.mjs`)?.filter((path) => path.startsWith('src/devnet/'))).toEqual([]);
  expect(readFileSync(join(outdir, 'testing.mjs'), 'utf8')).toContain('"./index.mjs"');
});

it('the library has an entry for each typed export of the package', () => {
  expect(libraryEntries().slice(0, 2)).toMatchObject([
    { specifier: 'halley-devnet', source: 'src/devnet/index.ts', bundle: 'dist/index.mjs' },
    { specifier: expect.stringMatching(/^halley-devnet\//) },
  ]);
  const wrong = { types: './dist/other.d.ts', default: './dist/other.mjs' };
  expect(() => libraryEntries({ ...MANIFEST, exports: { './other': wrong } })).toThrow(
    'exports["./other"] of package.json: expected types ./dist/types/src/….d.ts',
  );
});
