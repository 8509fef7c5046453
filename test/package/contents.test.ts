/** Tests what the tarball contains. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { writeBundles } from '../../scripts/bundles.mjs';
import { ROOT } from '../../scripts/ensure.mjs';
import { filesBelow, readJson } from './project.js';

const home = join(inject('alone').folder, 'node_modules/halley-devnet');
const manifest = readJson(join(home, 'package.json'));
/** Files of the package, without the code cache that the first start of the command writes. */
const files = filesBelow(home).filter((path) => !path.startsWith('node_modules/') && !path.endsWith('.cache'));

describe('the package', () => {
  it('has every file that its package.json names', () => {
    const targets = Object.values(manifest.exports as Record<string, string | Record<string, string>>)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .filter((path) => !path.includes('*'));
    const named = [...Object.values<string>(manifest.bin), ...targets].map((path) => path.replace('./', ''));
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(named.length).toBeGreaterThan(6);
  });

  it('has genesis documents that programs can import', () => {
    expect(manifest.exports['./genesis/*.json']).toBe('./genesis/*.json');
    expect(files).toEqual(
      expect.arrayContaining(['dev', 'ethermint', 'ibc', 'teaching'].map((n) => `genesis/${n}.json`)),
    );
  });

  it('links its repository, its issues and its home page', () => {
    const { repository, bugs, homepage, keywords } = manifest;
    expect([repository.url, bugs.url, homepage]).toEqual([
      'git+https://github.com/halley-devnet/halley.git',
      'https://github.com/halley-devnet/halley/issues',
      'https://github.com/halley-devnet/halley#readme',
    ]);
    expect(keywords).toEqual(expect.arrayContaining(['ethereum', 'cosmos', 'devnet']));
  });

  it('contains only the build and files of the repository', () => {
    const tracked = new Set(execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n'));
    const untracked = files.filter((path) => !path.startsWith('dist/') && !tracked.has(path));
    expect(untracked).toEqual(['THIRD-PARTY-LICENSES']);
    const page = ['app.css', 'app.js', 'icon.svg', 'index.html', 'wallet.js'].map((name) => `dist/dashboard/${name}`);
    const others = (path: string): boolean => /^dist\/(?!types\/)/.test(path) && !/\.(mjs|cjs)$/.test(path);
    const late = /^dist\/dashboard\/\w+-[A-Z0-9]{8}\.js$/;
    expect(files.filter((path) => others(path) && !late.test(path)).sort()).toEqual(page);
    expect(files.filter((path) => late.test(path)).length).toBeGreaterThan(5);
  });

  it('has the target of every relative link in its documents', () => {
    const links = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(home, path), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)[^)]*\)/g)].map(
          ([, target]) => ({
            path,
            target: join(dirname(path), target as string),
          }),
        ),
      );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ target }) => !existsSync(join(home, target)))).toEqual([]);
    expect(links.filter(({ target }) => target.startsWith('..'))).toEqual([]);
  });
});

describe('THIRD-PARTY-LICENSES', () => {
  const text = readFileSync(join(home, 'THIRD-PARTY-LICENSES'), 'utf8');
  const sections = text.split(/^-{80}\n/m).slice(1);

  it('has every package that the bundles contain, with its version and license', async () => {
    const outdir = mkdtempSync(join(tmpdir(), 'halley-bundles-'));
    onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
    const inputs = (await writeBundles(outdir)).flatMap(({ outputs }) =>
      Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
    );
    const folders = inputs
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
    const heads = new Set(sections.map((section) => section.split('\n').slice(0, 2).join('\n')));
    for (const folder of new Set(folders)) {
      const { name, version, license } = readJson(join(ROOT, folder, 'package.json'));
      expect(heads).toContain(`${name} ${version}\nLicense: ${license}`);
    }
    expect(sections.length).toBeGreaterThan(40);
  });

  it('names only licenses that require a notice, or, for the Mozilla Public License, the source', () => {
    const named = sections.map((section) => /^License: (.+)$/m.exec(section)?.[1]);
    expect([...new Set(named)].sort()).toEqual(['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0']);
    const mozilla = sections.filter((section) => section.includes('\nLicense: MPL-2.0\n'));
    expect(mozilla.length).toBeGreaterThan(5);
    for (const section of mozilla) {
      expect(section).toMatch(/^Repository: https:\/\/github\.com\/ethereumjs\//m);
      expect(section).toMatch(/is available as the npm package @ethereumjs\/\w+@[\d.]+: https:\/\/www\.npmjs\.com\//);
    }
  });

  it('names license and authors of a package that has no license file', () => {
    expect(sections.find((section) => section.startsWith('mcl-wasm '))).toContain(
      'The package has no license file. Its package.json names BSD-3-Clause and the authors: herumi',
    );
  });
});
