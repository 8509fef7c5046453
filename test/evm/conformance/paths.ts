/** Finds the files of state tests in a folder, and the paths by which they are named. */
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Matches the path up to the tests' own folders. */
const ROOT = /^.*\/(GeneralStateTests|StateTests|state_tests)\//;

export interface TestFile {
  /** Path on disk. */
  readonly path: string;
  /** Path below the tests' own folders, or below the given folder, with `/`. */
  readonly file: string;
}

/** Lists the test files in a folder and below it, in order. */
export function testFiles(folder: string): readonly TestFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => resolve(folder, name));
  return paths.sort().map((path) => {
    const own = path.replaceAll('\\', '/').match(ROOT)?.[0];
    return { path, file: own === undefined ? relative(folder, path) : path.slice(own.length) };
  });
}
