/**
 * Bundles the contents of the package with esbuild: one file of command and library, the library's entries, packages
 * that load late, the dashboard's page, and the wallet's script.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './ensure.mjs';
import { libraryEntries, PEERS } from './entries.mjs';

/** Packages with binaries, which find them by their own path. */
const NATIVE = ['classic-level', 'secp256k1'];

/**
 * Packages that most runs never load, by the name of their own file. The whole bundle of the command is held in memory,
 * so they stay out of it.
 * @type {Readonly<Record<string, string>>}
 */
const LATE_PACKAGES = {
  fastify: 'fastify',
  mcl: 'mcl-wasm/dist/mcl_c.js',
  quickjs: 'quickjs-emscripten-core',
  quickjs_wasm: '@jitl/quickjs-singlefile-cjs-release-sync',
  ml_dsa: '@noble/post-quantum/ml-dsa.js',
  secp256k1_wasm: '@bitauth/libauth/build/lib/crypto/secp256k1.js',
};

/** Modules of ours that most runs never load, by the name of their own file. */
const LATE_PARTS = { project_sources: 'src/devnet/artifacts/project_sources.ts' };

/** File of the second EVM, and the packages in it. They share classes, and the curves only this EVM needs. */
const ETHEREUMJS = {
  file: 'ethereumjs',
  packages: [
    ...['block', 'common', 'evm', 'tx', 'util', 'vm'].map((name) => `@ethereumjs/${name}`),
    ...['bls12-381', 'bn254'].map((name) => `@noble/curves/${name}.js`),
  ],
};

/** @type {import('esbuild').Plugin} */
const latePackages = {
  name: 'late packages',
  setup({ onResolve }) {
    for (const [file, name] of [
      ...Object.entries(LATE_PACKAGES),
      ...ETHEREUMJS.packages.map((name) => [ETHEREUMJS.file, name]),
    ])
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `./${file}.cjs`, external: true }));
    for (const file of Object.keys(LATE_PARTS))
      onResolve({ filter: new RegExp(`/${file}\\.js$`) }, () => ({ path: `./${file}.cjs`, external: true }));
  },
};

const COMMON = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: ROOT,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  external: [...NATIVE, ...PEERS],
  // ES modules come first, so that late imports keep the names of their exports.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  // A line limit makes the trace of an uncaught error show the line.
  lineLimit: 160,
  // Licenses are in THIRD-PARTY-LICENSES.
  legalComments: 'none',
  logLevel: 'warning',
});

/** Options of files that load late. Names are minified too, because traces of these packages need none of ours. */
const LATE = /** @satisfies {import('esbuild').BuildOptions} */ ({ ...COMMON, format: 'cjs', minifyIdentifiers: true });

async function bundleLatePackages(/** @type {string} */ outdir) {
  const entryPoints = { ...LATE_PACKAGES, ...LATE_PARTS };
  const result = await build({ ...LATE, entryPoints, outdir, outExtension: { '.js': '.cjs' } });
  compress(join(outdir, 'quickjs_wasm.cjs'));
  return result;
}

/** Replaces a module by one that decompresses it. WebAssembly as text takes half of its bytes then. */
function compress(/** @type {string} */ file) {
  const packed = brotliCompressSync(readFileSync(file)).toString('base64');
  const unpacked = `require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'))`;
  writeFileSync(file, `module._compile(String(${unpacked}), __filename);\n`);
}

const bundleEthereumjs = (/** @type {string} */ outdir) =>
  build({
    ...LATE,
    stdin: { contents: ETHEREUMJS.packages.map((name) => `export * from '${name}';`).join('\n'), resolveDir: ROOT },
    outfile: join(outdir, `${ETHEREUMJS.file}.cjs`),
  });

/** Modules of the bundle that run at the first call of what it exports. */
const PARTS = { runCommand: 'src/cli/main.ts', library: 'src/devnet/index.ts', fixtures: 'src/fixtures/index.ts' };

/**
 * Bundles command and library as one function expression in ASCII, which the loader can pass to V8 unchanged.
 */
async function bundleProgram(/** @type {string} */ outdir) {
  const result = await build({
    ...COMMON,
    stdin: {
      contents: Object.entries(PARTS)
        .map(([name, path]) => `export const ${name} = () => require('./${path}');`)
        .join('\n'),
      resolveDir: ROOT,
    },
    outfile: join(outdir, 'halley.cjs'),
    format: 'cjs',
    plugins: [latePackages],
    // Late imports become `require`, because a script that is passed to V8 has no module loader.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: {
      js: '(function (exports, require, module, __filename, __dirname) {const bundleUrl = require("node:url").pathToFileURL(__filename).href;',
    },
    footer: { js: '})' },
  });
  escapeRegularExpressions(join(outdir, 'halley.cjs'));
  return result;
}

/**
 * Replaces characters beyond ASCII by escape sequences. esbuild does this everywhere except in regular expressions.
 */
function escapeRegularExpressions(/** @type {string} */ file) {
  const text = readFileSync(file, 'utf8');
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, escaped));
}

/** Writes the entries that are in the bundle: each is a module with the names that it exports. */
function writeEntries(/** @type {string} */ outdir) {
  const bundle = join(outdir, 'halley.cjs');
  const loaded = { exports: /** @type {Record<string, any>} */ ({}) };
  const script = new vm.Script(readFileSync(bundle, 'utf8'), { filename: bundle });
  script.runInThisContext()(loaded.exports, createRequire(bundle), loaded, bundle, outdir);
  for (const [file, part] of /** @type {const} */ ([
    ['index.mjs', 'library'],
    ['fixtures.mjs', 'fixtures'],
  ]))
    writeFileSync(
      join(outdir, file),
      `import { load } from './loader.cjs';\nexport const { ${Object.keys(loaded.exports[part]()).join(', ')} } = load('library').${part}();\n`,
    );
  for (const file of ['cli', 'loader']) copyFileSync(join(ROOT, `scripts/${file}.cjs`), join(outdir, `${file}.cjs`));
}

/** Bundles the entries that import packages of the user. They take the library from its own entry. */
const bundleEntries = (/** @type {string} */ outdir) =>
  build({
    ...COMMON,
    entryPoints: libraryEntries()
      .filter(({ source }) => source !== PARTS.library && source !== PARTS.fixtures)
      .map(({ source, bundle }) => ({ in: source, out: bundle.replace(/^dist\/(.+)\.mjs$/, '$1') })),
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    plugins: [
      {
        name: 'library',
        setup({ onResolve }) {
          onResolve({ filter: /\/devnet\/index\.js$/ }, () => ({ path: './index.mjs', external: true }));
        },
      },
    ],
  });

const PAGE = 'src/dashboard';

/**
 * Bundles the dashboard's page for browsers: the first view, and a script for each view that loads late. It loads nothing
 * from outside of its folder.
 */
async function bundlePage(/** @type {string} */ outdir) {
  const folder = join(outdir, 'dashboard');
  const bundle = await build({
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    entryPoints: [
      { in: `${PAGE}/main.ts`, out: 'app' },
      { in: `${PAGE}/styles/app.css`, out: 'app' },
    ],
    outdir: folder,
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(ROOT, PAGE, file), join(folder, file));
  return bundle;
}

/** Bundles the wallet for a script tag. The dashboard's server has it beside its page. */
const bundleWallet = (/** @type {string} */ outdir) =>
  build({
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    entryPoints: ['src/wallet/script.ts'],
    outfile: join(outdir, 'dashboard/wallet.js'),
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });

/**
 * Writes all bundles to a folder. Resolves to what esbuild reports of their contents.
 * @param {string} outdir
 */
export async function writeBundles(outdir) {
  const results = await Promise.all([
    bundleProgram(outdir),
    bundleLatePackages(outdir),
    bundleEthereumjs(outdir),
    bundleEntries(outdir),
    bundlePage(outdir),
    bundleWallet(outdir),
  ]);
  writeEntries(outdir);
  return results.map(({ metafile }) => metafile);
}
