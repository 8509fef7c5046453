/**
 * Prepares a fresh clone for `npm start` and `npm test`: it installs packages and makes the build current. It runs
 * before anything is installed, so it is plain Node without packages. All its output goes to stderr, because stdout
 * belongs to the command that follows.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** File in which the build records its inputs. */
const STAMP = 'dist/.built-from';
const BUILD_INPUTS = [
  'src',
  'genesis',
  'scripts/build.mjs',
  'scripts/bundles.mjs',
  'scripts/cli.cjs',
  'scripts/loader.cjs',
  'package.json',
  'package-lock.json',
];

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, inBundle?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/** @returns {Lock | undefined} */
function readLock(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Returns true when node_modules has every package of the lockfile in its version. Packages for other platforms may be
 * absent.
 */
export function isInstalled(root = ROOT) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const found = readLock(join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined || found === undefined) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const there = found.packages[path];
    return there === undefined ? entry.optional === true : there.version === entry.version;
  });
}

/** Returns a digest of name, size and time of every input of the build. It also changes when a file is deleted. */
export function buildFingerprint(root = ROOT) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const path of BUILD_INPUTS) visit(path);
  return hash.digest('hex');
}

export function isBuilt(root = ROOT) {
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === buildFingerprint(root);
}

/** Runs a program with its output on stderr. Ends this process with the program's code when it fails. */
function run(/** @type {string} */ what, /** @type {string} */ program, /** @type {string[]} */ args) {
  process.stderr.write(`halley: ${what} …\n`);
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status === 0) return;
  process.stderr.write(`halley: ${what} failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(status ?? 1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`halley: needs Node.js 20.19 or newer, this is ${process.versions.node}\n`);
  process.exit(1);
}

/** Installs from the lockfile when node_modules is missing or does not match it. */
export function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  const npmCli = process.env['npm_execpath'];
  const viaNode = npmCli?.endsWith('npm-cli.js') === true;
  run('installing the packages of package-lock.json', viaNode ? process.execPath : 'npm', [
    ...(viaNode && npmCli !== undefined ? [npmCli] : []),
    'ci',
  ]);
}

/** Bundles the command and the library when dist is missing or older than the sources. */
export function ensureBuilt() {
  ensureInstalled();
  if (!isBuilt()) run('building', process.execPath, [join(ROOT, 'scripts/build.mjs'), '--bundles-only']);
}
