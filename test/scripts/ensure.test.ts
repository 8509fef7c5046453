/** Tests when the build counts as current: never after one of its inputs has changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFingerprint, isBuilt } from '../../scripts/ensure.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halley-build-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it.each([
  'src/cli/main.ts',
  'genesis/dev.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundles.mjs',
  'scripts/cli.cjs',
  'scripts/loader.cjs',
])('a build is stale when %s has changed, and current when no input has', (path) => {
  expect(isBuilt(root)).toBe(false);
  write(path, 'one');
  write('dist/.built-from', buildFingerprint(root));
  expect(isBuilt(root)).toBe(true);
  write('test/some.test.ts', 'not an input of the build');
  expect(isBuilt(root)).toBe(true);
  write(path, 'another');
  expect(isBuilt(root)).toBe(false);
  write('dist/.built-from', buildFingerprint(root));
  rmSync(join(root, path));
  expect(isBuilt(root)).toBe(false);
});
