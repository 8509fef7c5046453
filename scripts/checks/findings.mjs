/**
 * Provides the parts that the checks share: files of a folder, lines of a text, the command.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { ROOT } from '../ensure.mjs';

/**
 * A finding; `file` is relative to the root, with slashes.
 * @typedef {{ file: string, line: number, what: string }} Finding
 */

/** Returns the files below `folder`, sorted, as paths from `root` with slashes. A missing folder has none. */
export function filesBelow(/** @type {string} */ root, /** @type {string} */ folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort();
}

/** Returns the one of `files` that `from` imports by `name`. Returns undefined for packages and missing files. */
export function importedFile(
  /** @type {ReadonlySet<string>} */ files,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  if (!name.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(from), name);
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`];
  return candidates.find((candidate) => files.has(candidate));
}

/** Returns the line, from 1, of the character at `index`. */
export const lineAt = (/** @type {string} */ text, /** @type {number} */ index) =>
  text.slice(0, index).split('\n').length;

/** Returns the line that a check prints for a finding. */
export const textOf = (/** @type {Finding} */ { file, line, what }) => `${file}:${line}: ${what}`;

/** Prints how many findings each folder below `src`, `test` and `scripts` has, and each other folder as a whole. */
export function printCounts(/** @type {readonly Finding[]} */ findings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { file } of findings) {
    const [top = '', second = ''] = file.split('/');
    const folder = second.includes('.') || second === '' ? top : `${top}/${second}`;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)}  ${folder}`);
  console.log(`${String(findings.length).padStart(6)}  in all`);
}

/** Returns true when Node runs the module at `file` as a command. */
export const isCommand = (/** @type {string} */ file) =>
  process.argv[1] !== undefined && resolve(process.argv[1]) === resolve(file);

/** Returns the folder that a command is to check: its first argument that is not a flag, or this repository. */
export function rootArgument() {
  const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  return given === undefined ? ROOT : resolve(given);
}

/** Prints the findings, and ends the process with 1 when there are any. */
export function exitWith(/** @type {readonly string[]} */ findings) {
  for (const finding of findings) console.log(finding);
  process.exit(findings.length === 0 ? 0 : 1);
}
