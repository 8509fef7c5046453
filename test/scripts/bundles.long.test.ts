/** Tests what the bundles contain, as esbuild reports it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { writeBundles } from '../../scripts/bundles.mjs';
import { libraryEntries, MANIFEST } from '../../scripts/entries.mjs';

async function libraryOutputs() {
  const outdir = mkdtempSync(join(tmpdir(), 'halley-bundles-'));
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
  const outputs = (await writeBundles(outdir)).flatMap((metafile) => Object.entries(metafile.outputs));
  const named = new Map(outputs.map(([path, output]) => [path, output]));
  /** Returns the inputs of the file and of all that it imports statically. */
  const loadedBy = (path: string, seen = new Set<string>()): readonly string[] => {
    const output = named.get(path);
    if (output === undefined || seen.has(path)) return [];
    seen.add(path);
    const static_ = output.imports.filter(({ kind }) => kind === 'import-statement');
    return [...Object.keys(output.inputs), ...static_.flatMap((imported) => loadedBy(imported.path, seen))];
  };
  const entryOf = (source: string) => outputs.find(([, { entryPoint }]) => entryPoint === source)?.[0] as string;
  return { outdir, loadedBy, entryOf };
}

it('the library loads neither EthereumJS nor fastify nor mcl', async () => {
  const { loadedBy, entryOf } = await libraryOutputs();
  const loaded = loadedBy(entryOf('src/devnet/index.ts'));
  expect(loaded.length).toBeGreaterThan(500);
  expect(loaded.filter((path) => /node_modules\/(@ethereumjs|fastify|mcl-wasm)\//.test(path))).toEqual([]);
});

it('a bundle contains mcl, whose package is not installed with ours', async () => {
  const { outdir, entryOf } = await libraryOutputs();
  const { loadMclBn254 } = await import(
    pathToFileURL(join(outdir, basename(entryOf('src/crypto/curves/bn254_mcl.ts')))).href
  );
  expect(await loadMclBn254()).toBeDefined();
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
