/**
 * Packs the package as a global setup, and installs the tarball from the registry into empty projects outside of the
 * repository. One project has only the package, one omits its optional packages, one adds the package of recorded
 * fixtures, TypeScript, viem and vitest, and one adds other test frameworks and wagmi. Runs that are given the same
 * folder as `INSTALLED_PACKAGE` share one installation, of which each has copies.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../../scripts/ensure.mjs';

declare module 'vitest' {
  interface ProvidedContext extends Installed {}
}

interface Installed {
  readonly alone: InstalledProject;
  readonly withoutBinaries: InstalledProject;
  readonly withTools: InstalledProject;
  readonly withFrameworks: InstalledProject;
  readonly tarball: string;
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
    const installed = await installedIn(folder);
    for (const name of Object.keys(installed) as (keyof Installed)[]) project.provide(name, installed[name]);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function installedIn(folder: string): Promise<Installed> {
  const shared = process.env['INSTALLED_PACKAGE'];
  if (shared === undefined) return await installAll(folder);
  const list = join(shared, 'installed.json');
  if (!existsSync(list)) await writeFile(list, JSON.stringify(await installAll(shared)));
  // The tests write into the projects.
  await run('cp', folder, ['-a', `${shared}/.`, folder]);
  return JSON.parse(readFileSync(list, 'utf8').replaceAll(shared, folder));
}

async function installAll(folder: string): Promise<Installed> {
  const tarball = await pack(ROOT, folder);
  const gallery = await pack(join(ROOT, 'fixtures'), folder);
  const install = (name: string, ...packages: readonly string[]) => installed(join(folder, name), packages);
  // npm waits for the registry, and for its own files: two of it at a time need half the time.
  const [alone, withoutBinaries] = await Promise.all([
    install('alone', tarball),
    install('without-binaries', tarball, '--omit=optional'),
  ]);
  const [withTools, withFrameworks] = await Promise.all([
    install('with-tools', tarball, gallery, ...TOOLS.map(pinned)),
    install('with-frameworks', tarball, ...FRAMEWORKS, ...['typescript', 'viem'].map(pinned)),
  ]);
  return { alone, withoutBinaries, withTools, withFrameworks, tarball };
}

/** Packs a package, and returns the path of the tarball. npm prints its name last. */
async function pack(source: string, folder: string): Promise<string> {
  const { stdout } = await npm(source, ['pack', '--pack-destination', folder]);
  return join(folder, stdout.trim().split('\n').at(-1) as string);
}

async function installed(folder: string, packages: readonly string[]): Promise<InstalledProject> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { stdout, stderr } = await npm(folder, ['install', ...packages]);
  if (!existsSync(join(folder, 'node_modules/halley-devnet'))) throw new Error(`npm installed nothing: ${stderr}`);
  return { folder, output: `${stdout}${stderr}` };
}

function pinned(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return `${name}@${devDependencies[name]}`;
}

const npm = (cwd: string, args: readonly string[]) => run('npm', cwd, args);

/** Runs a command. Rejects with its output when it fails. */
function run(command: string, cwd: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER_SETTINGS.test(name)));
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      const text = `${command} ${args.join(' ')}`;
      if (error !== null) reject(new Error(`${text} exited with ${error.code}:\n${stdout}${stderr}`));
      else resolve({ stdout, stderr });
    });
  });
}
