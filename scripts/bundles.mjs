/** Makes what the package consists of with esbuild: the command, the library, and packages that both load late. */
import { build } from 'esbuild';
import { ROOT } from './ensure.mjs';
import { libraryEntries, PEERS } from './entries.mjs';

/** Lists packages with binaries, which find them by their own path. */
const NATIVE = ['classic-level', 'secp256k1'];

/**
 * Packages that most runs never load, by the name of their own file. The whole bundle of the command is held in memory, so
 * they stay out of it.
 * @type {Readonly<Record<string, string>>}
 */
const LATE_PACKAGES = {
  fastify: 'fastify',
  mcl: 'mcl-wasm/dist/mcl_c.js',
  secp256k1_wasm: '@bitauth/libauth/build/lib/crypto/secp256k1.js',
};

/** @type {import('esbuild').Plugin} */
const latePackages = {
  name: 'late packages',
  setup({ onResolve }) {
    for (const [file, name] of Object.entries(LATE_PACKAGES))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `./${file}.cjs`, external: true }));
  },
};

const COMMON = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: ROOT,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  external: [...NATIVE, ...PEERS],
  // ES modules first, so that what is imported late keeps the names of its exports.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  // An uncaught error shows the line that it came from.
  lineLimit: 160,
  // Licenses are in THIRD-PARTY-LICENSES.
  legalComments: 'none',
  logLevel: 'warning',
});

const bundleLatePackages = (/** @type {string} */ outdir) =>
  build({ ...COMMON, entryPoints: LATE_PACKAGES, outdir, outExtension: { '.js': '.cjs' }, format: 'cjs' });

/** The file is one function expression, so that the loader can hand it to V8 as it is. */
const bundleCommand = (/** @type {string} */ outdir) =>
  build({
    ...COMMON,
    entryPoints: { halley: 'src/cli/main.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    plugins: [latePackages],
    // What is imported late is required late: a script that V8 is handed has no loader of modules.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: {
      js: '(function (exports, require, module, __filename, __dirname) {const bundleUrl = require("node:url").pathToFileURL(__filename).href;',
    },
    footer: { js: '})' },
  });

const bundleLibrary = (/** @type {string} */ outdir) =>
  build({
    ...COMMON,
    entryPoints: libraryEntries().map(({ source, bundle }) => ({
      in: source,
      out: bundle.replace(/^dist\/(.+)\.mjs$/, '$1'),
    })),
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    plugins: [latePackages],
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  });

/**
 * Writes all bundles into a folder; resolves to what esbuild knows of their contents.
 * @param {string} outdir
 */
export async function writeBundles(outdir) {
  const results = await Promise.all([bundleCommand(outdir), bundleLatePackages(outdir), bundleLibrary(outdir)]);
  return results.map(({ metafile }) => metafile);
}
