#!/usr/bin/env node
/**
 * Runs the `halley` command: it checks the version of Node, then loads the bundle beside it with V8's code cache, which
 * saves a third of the start-up time (`node:module`'s enableCompileCache does not exist in Node 20). Node 6 and later
 * parse this file, so that an older Node gets one line about its version instead of an error in the bundle.
 *
 * The cache fits one version of V8 and one bundle; V8 rejects any other. A run without a cache writes it after two
 * seconds, when V8 has compiled everything that a start needs. In a read-only folder every start compiles anew.
 */
'use strict';
/** Least version of Node, as in `engines` of package.json. */
const NEEDED_NODE = '20.19';
const CACHE_DELAY_MS = 2000;

function isOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

if (isOldNode()) {
  process.stderr.write(
    `halley: this is Node.js ${process.versions.node}: expected ${NEEDED_NODE} or newer; install one, and check with "node --version"\n`,
  );
  process.exit(1);
}

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const bundle = path.join(__dirname, 'halley.cjs');
const cacheFile = `${bundle}.${process.versions.v8}-${process.arch}.cache`;

/**
 * Reads the cache into a buffer that can be released. V8 needs it only until the script is created, and it is as large
 * as the bundle.
 */
function readCache() {
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

function writeCache(/** @type {vm.Script} */ script) {
  try {
    const draft = `${cacheFile}.${process.pid}`;
    fs.writeFileSync(draft, script.createCachedData());
    fs.renameSync(draft, cacheFile);
  } catch (_) {
    // The folder is read-only, so the next start is as slow as this one.
  }
}

const cachedData = readCache();
// Latin-1 would be read 3 ms faster, but gives a string outside of V8's heap, with which the start takes 8 ms longer
// (measured). The bundle is ASCII, so a character takes one byte in either.
const script = new vm.Script(fs.readFileSync(bundle, 'utf8'), { filename: bundle, cachedData });
if (cachedData !== undefined) cachedData.buffer.resize(0);
if (script.cachedDataRejected !== false) setTimeout(writeCache, CACHE_DELAY_MS, script).unref();

const loaded = { exports: {} };
script.runInThisContext()(loaded.exports, createRequire(bundle), loaded, bundle, path.dirname(bundle));
