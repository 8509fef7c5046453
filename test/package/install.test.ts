/** Tests what an installation of the package installs and runs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readJson, sizeOf } from './project.js';

const MEGABYTE = 1_000_000;
const MAX_INSTALLED = 40 * MEGABYTE;

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

describe('npm install halley-devnet', () => {
  const { folder, output } = inject('alone');
  const lock = readJson(join(folder, 'package-lock.json')) as { packages: Record<string, Locked> };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('takes at most 40 MB', () => {
    expect(sizeOf(join(folder, 'node_modules'))).toBeLessThan(MAX_INSTALLED);
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

  it('installs only the package, which takes at most 12 MB and runs no script', () => {
    const modules = join(folder, 'node_modules');
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['halley-devnet']);
    expect(sizeOf(modules)).toBeLessThan(12 * MEGABYTE);
    const { scripts } = readJson(join(modules, 'halley-devnet/package.json'));
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([]);
  });
});
