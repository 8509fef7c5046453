/**
 * Bundles the contents of the package with esbuild: the command, the library, packages that both load late, and the
 * dashboard's page.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Minifies names too: traces of these packages need no names of ours. */
const bundleLatePackages = (/** @type {string} */ outdir) =>
  build({
    ...COMMON,
    entryPoints: LATE_PACKAGES,
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minifyIdentifiers: true,
  });

/** Bundles the command as one function expression in ASCII, which the loader can pass to V8 unchanged. */
async function bundleCommand(/** @type {string} */ outdir) {
  const result = await build({
    ...COMMON,
    entryPoints: { halley: 'src/cli/main.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
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

const PAGE = 'src/dashboard';

/** Bundles the dashboard's page for browsers. It loads nothing from outside of its folder. */
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

/**
 * Writes all bundles to a folder. Resolves to what esbuild reports of their contents.
 * @param {string} outdir
 */
export async function writeBundles(outdir) {
  const results = await Promise.all([
    bundleCommand(outdir),
    bundleLatePackages(outdir),
    bundleLibrary(outdir),
    bundlePage(outdir),
  ]);
  return results.map(({ metafile }) => metafile);
}
