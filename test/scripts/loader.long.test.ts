/** Tests how the loader compiles a bundle: with a code cache that it keeps, and with the globals of its caller. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';

/** Makes a folder with the loader and a bundle whose only export is `list`. */
function folderWithBundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-loader-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(ROOT, 'scripts/loader.cjs'), join(folder, 'loader.cjs'));
  writeFileSync(
    join(folder, 'halley.cjs'),
    '(function (exports, require, module, __filename, __dirname) { exports.list = () => [__dirname]; })',
  );
  return folder;
}

const cachesIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => /\.cache/.test(name));

/** Loads the bundle in a process that works, and ends when the loader has replaced or written a cache of that name. */
function loadUntilCached(folder: string, name = '.cache', processorMs = 0): void {
  const script = `
    while (process.cpuUsage().user < ${processorMs * 1000}) for (let i = 0; i < 1e7; i++);
    const { load } = require(${JSON.stringify(join(folder, 'loader.cjs'))});
    if (load('library') !== load('library')) process.exit(2);
    const rename = require('node:fs').watch(${JSON.stringify(folder)}, (_, changed) => {
      if (changed?.endsWith(${JSON.stringify(name)})) rename.close();
    });`;
  expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
}

/** Checks whether V8 takes a cache for the bundle, in a process with the flags of those that wrote it. */
function isTaken(folder: string, cache: string): boolean {
  const script = `
    const { readFileSync } = require('node:fs');
    const cachedData = readFileSync(${JSON.stringify(cache)});
    const bundle = readFileSync(${JSON.stringify(join(folder, 'halley.cjs'))}, 'utf8');
    console.log(new (require('node:vm').Script)(bundle, { cachedData }).cachedDataRejected);`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout === 'false\n';
}

it('writes a cache for the version of V8, and replaces one that does not fit', () => {
  const folder = folderWithBundle();
  loadUntilCached(folder);
  expect(cachesIn(folder)).toEqual([`halley.cjs.${process.versions.v8}-${process.arch}.library.cache`]);
  const file = join(folder, cachesIn(folder)[0] as string);
  const cache = readFileSync(file);
  writeFileSync(file, 'another');
  loadUntilCached(folder);
  expect(readFileSync(file)).toHaveLength(cache.length);
  expect(isTaken(folder, file)).toBe(true);
});

it('writes a second cache once a process has worked, and removes it when it does not fit', () => {
  const folder = folderWithBundle();
  loadUntilCached(folder);
  const [first] = cachesIn(folder);
  loadUntilCached(folder, '.warm.cache', 1600);
  const second = `halley.cjs.${process.versions.v8}-${process.arch}.library.warm.cache`;
  expect(cachesIn(folder)).toEqual([first, second]);
  expect(isTaken(folder, join(folder, second))).toBe(true);
  writeFileSync(join(folder, second), 'another');
  loadUntilCached(folder);
  expect(cachesIn(folder)).toEqual([first]);
});

it("gives the bundle the globals of a test's context, as Jest makes them, and writes no cache then", () => {
  const folder = folderWithBundle();
  const context = vm.createContext({ exports: {}, require: createRequire(join(folder, 'loader.cjs')) });
  vm.runInContext(`const __dirname = ${JSON.stringify(folder)};`, context);
  vm.runInContext(readFileSync(join(folder, 'loader.cjs'), 'utf8'), context);
  expect(vm.runInContext(`exports.load('library').list() instanceof Array`, context)).toBe(true);
  expect(vm.runInContext(`exports.load('library').list()`, context)[0]).toBe(folder);
  expect(cachesIn(folder)).toEqual([]);
});

it('gives the bundle modules of Node.js that load when they are used, and have all their members', () => {
  const folder = folderWithBundle();
  writeFileSync(
    join(folder, 'halley.cjs'),
    `(function (exports, require) {
      const zlib = require('node:zlib');
      const isLoaded = () => process.moduleLoadList.includes('NativeModule zlib');
      exports.list = () => [isLoaded(), typeof zlib.gzipSync, isLoaded(), Object.getOwnPropertyNames(zlib).includes('gunzip')];
    })`,
  );
  const script = `console.log(JSON.stringify(require(${JSON.stringify(join(folder, 'loader.cjs'))}).load('library').list()))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([false, 'function', true, true]);
});
