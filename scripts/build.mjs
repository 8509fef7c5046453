/**
 * Compiles the interpreter, then builds dist: the command as one CommonJS bundle behind a loader with V8's code cache
 * (lazily imported modules stay in the file and run when first imported, but for a few large packages), the library as ES
 * modules, and its declarations. Native packages stay outside. The new bundles replace the old ones only when they are
 * complete. `--bundles-only` leaves the declarations out.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildFingerprint, ROOT } from './ensure.mjs';
import { generateInterpreter } from './interpreter.mjs';

/** Packages with binaries that find them by their own path. */
const NATIVE = ['classic-level', 'secp256k1'];
const LIBRARY_ENTRIES = {
  index: 'src/devnet/index.ts',
  viem: 'src/viem/index.ts',
  vitest: 'src/vitest/index.ts',
  vitest_server: 'src/vitest/global_setup.ts',
};

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external: NATIVE,
  // ES modules first, so that what is imported late keeps the names of its exports.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  // An uncaught error shows the line that it came from.
  lineLimit: 160,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Packages that most runs never load, by the name of their own file. The whole bundle of the command is held in memory, so
 * they stay out of it.
 * @type {Readonly<Record<string, string>>}
 */
const LATE_PACKAGES = { fastify: 'fastify', secp256k1_wasm: '@bitauth/libauth/build/lib/crypto/secp256k1.js' };

/** @type {import('esbuild').Plugin} */
const latePackages = {
  name: 'late packages',
  setup({ onResolve }) {
    for (const [file, name] of Object.entries(LATE_PACKAGES))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `./${file}.cjs`, external: true }));
  },
};

const bundleLatePackages = (/** @type {string} */ outdir) =>
  build({
    ...COMMON,
    entryPoints: LATE_PACKAGES,
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });

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
    entryPoints: LIBRARY_ENTRIES,
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    external: [...NATIVE, 'viem', 'vitest'],
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  });

function emitDeclarations() {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

await generateInterpreter();
const fingerprint = buildFingerprint();
const draft = mkdtempSync(join(ROOT, 'node_modules/.halley-build-'));
try {
  await Promise.all([bundleCommand(draft), bundleLatePackages(draft), bundleLibrary(draft)]);
  copyFileSync(join(ROOT, 'scripts/loader.mjs'), join(draft, 'cli.mjs'));
  for (const path of [draft, join(draft, 'cli.mjs')]) chmodSync(path, 0o755);
  writeFileSync(join(draft, '.built-from'), fingerprint);
  const dist = join(ROOT, 'dist');
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
} finally {
  rmSync(draft, { recursive: true, force: true });
}
if (!process.argv.includes('--bundles-only')) emitDeclarations();
