/**
 * Follows every recipe of CONTRIBUTING.md in one copy of the tree: it adds one thing of each kind by the files that the
 * recipe lists, regenerates, checks the tree, and runs the tests of the additions.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { follows, recipesOf } from './recipes.js';

const ADDITIONS = join(ROOT, 'test/contributing/additions');
const TESTS = 'test/additions';
const STEP_MS = 900_000;

interface Edited {
  readonly file: string;
  /** Pairs of a text that occurs once in the file, and the text that replaces it. */
  readonly edits: readonly (readonly [before: string, after: string])[];
}

const kinds = readdirSync(ADDITIONS).sort();
const recipes = recipesOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

/** Returns the files that the addition of a kind consists of. They have the suffix `.txt`, so that no tool reads them. */
function filesOf(kind: string): ReadonlyMap<string, string> {
  const folder = join(ADDITIONS, kind);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.txt'));
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name))
        .split(sep)
        .join('/')
        .replace(/\.txt$/, '');
      return [path, readFileSync(join(parentPath, name), 'utf8')];
    }),
  );
}

function editsOf(kind: string): readonly Edited[] {
  if (!readdirSync(join(ADDITIONS, kind)).includes('edits.json')) return [];
  return JSON.parse(readFileSync(join(ADDITIONS, kind, 'edits.json'), 'utf8')) as readonly Edited[];
}

/** Copies the files of the repository, and links its packages. */
function copyOfTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'halley-recipes-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.split('\0').filter((name) => name !== ''))
    cpSync(join(ROOT, file), join(root, file), { recursive: true, force: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  return root;
}

describe('the recipes of CONTRIBUTING.md', () => {
  it('are as many as the additions', () => {
    expect(recipes.map(({ kind }) => kind).sort()).toEqual(kinds);
  });

  it.each(recipes)('list the files of a new $kind, and no other', ({ kind, added, edited }) => {
    const files = [...filesOf(kind).keys()].filter((path) => !path.startsWith(`${TESTS}/`));
    expect(files.filter((path) => !added.some((pattern) => follows(path, pattern)))).toEqual([]);
    expect(added.filter((pattern) => !files.some((path) => follows(path, pattern)))).toEqual([]);
    expect(editsOf(kind).map(({ file }) => file)).toEqual(edited);
    expect([...filesOf(kind).keys()]).toContain(`${TESTS}/${kind}.test.ts`);
  });
});

describe('a copy of the tree with one addition of each kind', () => {
  let root = '';
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    root = copyOfTree();
    for (const kind of kinds) {
      for (const [path, text] of filesOf(kind)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text, { flag: 'wx' });
      }
      for (const { file, edits } of editsOf(kind))
        for (const [before, after] of edits) {
          const text = readFileSync(join(root, file), 'utf8');
          expect(text.split(before), `${kind}: ${file}: ${before}`).toHaveLength(2);
          writeFileSync(
            join(root, file),
            text.replace(before, () => after),
          );
        }
    }
  }, STEP_MS);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it(
    'is generated and passes every check',
    () => {
      const generated = run('generate');
      expect(generated.status, generated.output.slice(-4000)).toBe(0);
      const { status, output } = run('check');
      expect(output.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))).toEqual([]);
      expect(status).toBe(0);
    },
    STEP_MS,
  );

  it(
    'passes the tests of the additions',
    () => {
      const { status, output } = run('test', '--', '--project', 'sources', TESTS);
      expect(status, output.slice(-4000)).toBe(0);
    },
    STEP_MS,
  );
});
