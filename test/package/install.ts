/**
 * Packs the package as a global setup, and installs the tarball from the registry into empty projects outside of the
 * repository. One project has only the package, one omits its optional packages, one adds the package of recorded
 * fixtures, TypeScript, viem and vitest, and one adds other test frameworks and wagmi. With `HALLEY_PACK_ONLY`, the build
 * is packed as it is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../../scripts/ensure.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    alone: InstalledProject;
    withoutBinaries: InstalledProject;
    withTools: InstalledProject;
    withFrameworks: InstalledProject;
    tarball: string;
  }
}

export interface InstalledProject {
  readonly folder: string;
  /** Output of npm on both streams. */
  readonly output: string;
}

/**
 * Packages that a program in the last project imports or runs besides the package, in the versions of this repository.
 */
const TOOLS = ['@types/node', 'typescript', 'viem', 'vitest'];

/** Packages that the guides use besides the package, and the parser of `action.yml`. */
const FRAMEWORKS = ['mocha@12.0.3', 'jest@30.5.2', 'wagmi@3.7.7', 'react@19', '@tanstack/react-query@5', 'js-yaml@4'];

/** Matches settings of the npm that runs these tests, which describe this repository. */
const OUTER_SETTINGS = /^(npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD$|NODE_ENV$|VITEST)/i;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'halley-package-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const tarball = pack(ROOT, folder);
    const gallery = pack(join(ROOT, 'fixtures'), folder);
    project.provide('alone', install(join(folder, 'alone'), [tarball]));
    project.provide('withoutBinaries', install(join(folder, 'without-binaries'), [tarball, '--omit=optional']));
    project.provide('withTools', install(join(folder, 'with-tools'), [tarball, gallery, ...TOOLS.map(pinned)]));
    project.provide(
      'withFrameworks',
      install(join(folder, 'with-frameworks'), [tarball, ...FRAMEWORKS, ...['typescript', 'viem'].map(pinned)]),
    );
    project.provide('tarball', tarball);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

/** Packs a package, and returns the path of the tarball. npm prints its name last. */
function pack(source: string, folder: string): string {
  const built = process.env['HALLEY_PACK_ONLY'] === undefined ? [] : ['--ignore-scripts'];
  const { stdout } = npm(source, ['pack', '--pack-destination', folder, ...built]);
  return join(folder, stdout.trim().split('\n').at(-1) as string);
}

function install(folder: string, packages: readonly string[]): InstalledProject {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { stdout, stderr } = npm(folder, ['install', ...packages]);
  if (!existsSync(join(folder, 'node_modules/halley-devnet'))) throw new Error(`npm installed nothing: ${stderr}`);
  return { folder, output: `${stdout}${stderr}` };
}

function pinned(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return `${name}@${devDependencies[name]}`;
}

function npm(cwd: string, args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER_SETTINGS.test(name)));
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return { stdout, stderr };
}
