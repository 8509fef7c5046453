/** Files of state tests in a folder, and the paths by which they are known. */
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Where the tests' own folders begin. */
const ROOT = /^.*\/(GeneralStateTests|StateTests|state_tests)\//;

export interface TestFile {
  /** On disk. */
  readonly path: string;
  /** From where the tests' own folders begin, or from the folder that was named; with `/`. */
  readonly file: string;
}

/** Those of a folder and below it, in order. */
export function testFiles(folder: string): readonly TestFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => resolve(folder, name));
  return paths.sort().map((path) => {
    const own = path.replaceAll('\\', '/').match(ROOT)?.[0];
    return { path, file: own === undefined ? relative(folder, path) : path.slice(own.length) };
  });
}
