/**
 * Loads the bundle of command and library with V8's code cache, which saves half of the time of a start
 * (`node:module`'s enableCompileCache does not exist in Node 20).
 *
 * A cache fits one version of V8 and one bundle; V8 rejects any other. Command and library have their own, because they
 * need different functions. A run without a cache writes it when V8 has compiled what a start needs. A later moment of
 * this run, or a later run, writes a second one in its place, which also has what transactions need. In a read-only
 * folder every start compiles anew.
 */
'use strict';
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const bundle = path.join(__dirname, 'halley.cjs');

/** Milliseconds from the load until a cache is worth writing. Tests of a library begin at once, and may end soon. */
const DELAY_MS = { command: 2000, library: 1000 };

/**
 * Processor time, in microseconds, after which a process has compiled what transactions need: a start takes a tenth of
 * it, and a hundred first transactions take as much as it. V8 still has the code of the start then.
 */
const WARM_US = 1_500_000;
/** Milliseconds between two looks at the processor time. */
const LOOK_MS = 2000;

/**
 * Reads the cache into a buffer that can be released. V8 needs it only until the script is created, and it is as large
 * as the bundle.
 */
function readCache(/** @type {string} */ cacheFile) {
  try {
    const file = fs.openSync(cacheFile, 'r');
    const size = fs.fstatSync(file).size;
    const bytes = new Uint8Array(new ArrayBuffer(size, { maxByteLength: size }));
    const read = fs.readSync(file, bytes);
    fs.closeSync(file);
    return read === size ? bytes : undefined;
  } catch (_) {
    return undefined; // The cache does not exist yet.
  }
}

/** Writes a cache in place of one that did not fit, and of `outdated`. */
function writeCache(
  /** @type {vm.Script} */ script,
  /** @type {string} */ cacheFile,
  /** @type {string | undefined} */ outdated = undefined,
) {
  try {
    // A start with a cache never needs this module.
    const { threadId } = require('node:worker_threads');
    const draft = `${cacheFile}.${process.pid}.${threadId}`;
    fs.writeFileSync(draft, script.createCachedData());
    if (outdated !== undefined) fs.rmSync(outdated, { force: true });
    fs.renameSync(draft, cacheFile);
  } catch (_) {
    // The folder is read-only, so the next start is as slow as this one.
  }
}

/** Writes the second cache once the process has worked enough. */
function writeWhenWarm(/** @type {vm.Script} */ script, /** @type {string} */ cacheFile) {
  const { user, system } = process.cpuUsage();
  if (user + system >= WARM_US) writeCache(script, cacheFile);
  else setTimeout(writeWhenWarm, LOOK_MS, script, cacheFile).unref();
}

/** Returns the bundle's function. */
function compile(/** @type {'command' | 'library'} */ user) {
  // Latin-1 would be read 3 ms faster, but gives a string outside of V8's heap, with which the start takes 8 ms longer
  // (measured). The bundle is ASCII, so a character takes one byte in either.
  const text = fs.readFileSync(bundle, 'utf8');
  // Jest gives a test its own globals, which the library must share with it. Scripts would have those of Node.js.
  if (vm.runInThisContext('globalThis') !== globalThis)
    return new Function(`return ${text}\n//# sourceURL=${bundle}`)();
  const first = `${bundle}.${process.versions.v8}-${process.arch}.${user}.cache`;
  const second = first.replace(/cache$/, 'warm.cache');
  const warmData = readCache(second);
  const cachedData = warmData ?? readCache(first);
  const script = new vm.Script(text, { filename: bundle, cachedData });
  if (cachedData !== undefined) cachedData.buffer.resize(0);
  const isAccepted = script.cachedDataRejected === false;
  if (!isAccepted) setTimeout(writeCache, DELAY_MS[user], script, first, second).unref();
  if (!isAccepted || warmData === undefined) setTimeout(writeWhenWarm, LOOK_MS, script, second).unref();
  return script.runInThisContext();
}

/** Modules of Node.js that most runs of the library never use. Each is loaded when one of its members is first used. */
const LATE = new Set([
  'node:http',
  'node:https',
  'node:net',
  'node:os',
  'node:perf_hooks',
  'node:v8',
  'node:vm',
  'node:zlib',
]);

/** Returns the `require` of the bundle. */
function requireOfBundle() {
  const load = createRequire(bundle);
  const late = (/** @type {string} */ name) =>
    new Proxy({}, { get: (_, member) => load(name)[member], ownKeys: () => Reflect.ownKeys(load(name)) });
  return (/** @type {string} */ name) => (LATE.has(name) ? late(name) : load(name));
}

/** @type {{ exports: Record<string, any> } | undefined} */
let loaded;

/** Loads the bundle at the first call. Returns what it exports. */
exports.load = (/** @type {'command' | 'library'} */ user) => {
  if (loaded === undefined) {
    loaded = { exports: {} };
    compile(user)(loaded.exports, requireOfBundle(), loaded, bundle, __dirname);
  }
  return loaded.exports;
};
