import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportName, indexText } from '../../scripts/generate-index.js';

const files = (...names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, `export const ${exportName(name)} = 1;\n`]));

test('names an entry like its file', () => {
  expect(['eth_call.ts', '0.37.ts', 'dial-peers.ts', 'delete.ts'].map(exportName)).toEqual([
    'eth_call',
    'v0_37',
    'dial_peers',
    'delete_',
  ]);
});

test('lists the entries by name, in any order of the files', () => {
  const text = indexText({ list: 'LIST' }, files('b.ts', 'a.ts'));
  expect(text).toBe(indexText({ list: 'LIST' }, files('a.ts', 'b.ts')));
  expect(text.split('\n').slice(1)).toEqual([
    "import { a } from './a.js';",
    "import { b } from './b.js';",
    '',
    'export const LIST = [a, b] as const;',
    '',
  ]);
});

test('imports entries that share a name under the names of their files', () => {
  const text = indexText(
    { list: 'LIST', exported: 'dialect' },
    new Map([['0.37.ts', 'export const dialect: Dialect = {\n']]),
  );
  expect(text).toContain("import { dialect as v0_37 } from './0.37.js';");
});

test('refers to the entries in the type of the list where declarations cannot contain their types', () => {
  const text = indexText({ list: 'LIST', isNamedType: true }, files('a.ts', 'b.ts'));
  expect(text).toContain('export const LIST: readonly [\n  typeof a,\n  typeof b,\n] = [a, b];\n');
});

test('makes objects of entries under their names, and a type with the members of all', () => {
  const sources = new Map(['b', 'a'].map((name) => [name, `export const ${name} = 1;\n`]));
  const types = { exported: 'Part', all: 'Parts' };
  const text = indexText({ list: 'ALL', inside: 'part.ts', isObject: true, types }, sources);
  expect(text.split('\n').slice(1)).toEqual([
    "import { a } from './a/part.js';",
    "import { b } from './b/part.js';",
    "import type { Part as Part_a } from './a/part.js';",
    "import type { Part as Part_b } from './b/part.js';",
    '',
    'export type Parts = Part_a & Part_b;',
    '',
    'export const ALL = { a, b } as const;',
    '',
  ]);
});

test('lists the constants that a pattern finds in files with several entries, by name', () => {
  const sources = new Map([
    [
      'tokens.ts',
      'const Hidden = 1;\nexport const helper = 2;\nexport const Zeta = 3;\nexport const Beta: Query = 4;\n',
    ],
    ['accounts.ts', 'export const Gamma = 5;\n'],
  ]);
  expect(
    indexText({ list: 'LIST', several: /^export const ([A-Z]\w*)/gm }, sources)
      .split('\n')
      .slice(1),
  ).toEqual([
    "import { Gamma } from './accounts.js';",
    "import { Beta, Zeta } from './tokens.js';",
    '',
    'export const LIST = [Beta, Gamma, Zeta] as const;',
    '',
  ]);
  const empty = new Map([['a.ts', 'export const helper = 2;\n']]);
  expect(() => indexText({ list: 'LIST', several: /^export const ([A-Z]\w*)/gm }, empty)).toThrow(
    'a.ts exports no constant that matches /^export const ([A-Z]\\w*)/gm',
  );
});

test('refuses a file without the expected export', () => {
  expect(() => indexText({ list: 'LIST' }, new Map([['a.ts', 'export const ab = 1;']]))).toThrow(
    'a.ts does not export a',
  );
});

test('the committed indexes are up to date', () => {
  const folder = 'src/rpc/evm/methods';
  const names = readdirSync(folder).filter((name) => !name.endsWith('.generated.ts'));
  const sources = new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
  expect(readFileSync(`${folder}/index.generated.ts`, 'utf8')).toBe(
    indexText({ list: 'EVM_METHODS', several: /^export const ([a-z0-9]+_\w+)/gm }, sources),
  );
});
