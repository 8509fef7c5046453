/** Tests THIRD-PARTY-LICENSES with realistic packages. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bundledPackages, licensedPackage, licensesText } from '../../scripts/licenses.mjs';

const root = mkdtempSync(join(tmpdir(), 'halley-licenses-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

function aPackage(manifest: Manifest, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, manifest.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const textOf = (...folders: string[]): string => licensesText(folders.map(licensedPackage));

it('lists the packages with code in a bundle, also nested ones, and the compiler of the interpreter', () => {
  const inputs = {
    'src/cli/main.ts': { bytesInOutput: 9 },
    'node_modules/ws/lib/sender.js': { bytesInOutput: 9 },
    'node_modules/ws/lib/receiver.js': { bytesInOutput: 9 },
    'node_modules/@a/b/node_modules/@c/d/index.js': { bytesInOutput: 9 },
    'node_modules/dropped/index.js': { bytesInOutput: 0 },
  };
  expect(bundledPackages([{ outputs: { 'halley.cjs': { inputs } } }])).toEqual([
    'node_modules/assemblyscript',
    'node_modules/ws',
    'node_modules/@a/b/node_modules/@c/d',
  ]);
});

it('sorts by name, includes license and notice, and prints a shared text once', () => {
  const later = aPackage({ name: 'later', license: 'MIT' }, { LICENSE: 'Copyright A\r\n', NOTICE: 'Contains B' });
  const earlier = aPackage({ name: 'earlier', license: 'MIT' }, { 'licence.txt': 'Copyright A\n' });
  const [, first, second] = textOf(later, earlier).split(/^-+\n/m);
  expect(first).toBe('earlier 1.0.0\nLicense: MIT\n\nCopyright A\n\n');
  expect(second).toBe('later 1.0.0\nLicense: MIT\n\nThe text is the same as that of earlier 1.0.0.\n\nContains B\n');
});

it('links the source of a package under the Mozilla Public License', () => {
  const repository = { url: 'git+https://github.com/an/owner.git', directory: 'packages/mpl' };
  const text = textOf(aPackage({ name: '@a/mpl', license: 'MPL-2.0', repository }, { LICENSE: 'Mozilla' }));
  expect(text).toContain('Repository: https://github.com/an/owner (packages/mpl)\n');
  expect(text).toContain('npm package @a/mpl@1.0.0: https://www.npmjs.com/package/@a/mpl/v/1.0.0\n');
});

it('names license and authors if a package has no license file', () => {
  const author = { name: 'An Author', email: 'a@example.com' };
  const bare = aPackage({ name: 'bare', licenses: [{ type: 'ISC' }], author, contributors: ['Another'] });
  expect(textOf(bare)).toContain(
    'no license file. Its package.json names ISC and the authors: An Author <a@example.com>, Another.',
  );
});

it('refuses a package that names no license', () => {
  expect(() => textOf(aPackage({ name: 'nothing' }))).toThrow(
    'nothing 1.0.0 is bundled and its package.json names no license',
  );
});
