/**
 * Writes the indexes of folders that are registries. For each folder below, `index.generated.ts` imports every entry
 * and lists them, sorted by name. An entry `<name>.ts` exports a value with its own name, or with a name that all
 * entries of the folder share. Characters that identifiers may not contain become `_`, a leading digit gets a `v`
 * before it, and a reserved word a `_` after it. In folders of methods, routes, messages, queries and functions a file may hold the
 * entries of one topic: every exported constant with a name that the registry gives. It imports none of the entries.
 *
 * `npx tsx scripts/generate-index.ts` writes; with `--check` it only compares, and fails with the names of indexes that
 * differ. Folders as arguments restrict it to these.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Registry {
  readonly folder: string;
  /** Is the name of the exported list. */
  readonly list: string;
  /** Name that every entry exports, where that is not its own. */
  readonly exported?: string;
  /** Pattern of the exported constants that are entries, where a file may have several. */
  readonly several?: RegExp;
  /** Matches the file names of entries, where the folder contains other files too. */
  readonly entries?: RegExp;
  /** Name of the file in each entry, for entries that are folders; it exports the name of the folder. */
  readonly inside?: string;
  /**
   * States whether the list's type names each entry. Otherwise declarations contain the entries' whole types, which
   * fails (TS4023) for an entry whose type mentions one that its file does not export.
   */
  readonly isNamedType?: boolean;
  /** Makes an object of the entries under their names, in place of a list. */
  readonly isObject?: boolean;
  /** Type that every entry exports, and the generated type that has the members of all. */
  readonly types?: { readonly exported: string; readonly all: string };
  /**
   * Whether there is a union type, in place of a list, of the types that the entries export. The type of
   * `double_proposal.ts` is `DoubleProposal`. Declarations that use the union contain these types alone, not the types
   * of definitions.
   */
  readonly isUnion?: true;
  /** Name of the generated file, where the folder has several indexes. */
  readonly output?: string;
}

const CAPITAL_NAME = /^export const ([A-Z]\w*)/gm;
const MODULES = 'src/app/modules';
/** List of each optional folder of a module. */
const MODULE_PARTS = { messages: 'MESSAGES', queries: 'QUERIES' };
const PRECOMPILES = 'src/app/precompiles';
const SURFACES = 'src/surfaces';

const moduleRegistries = (): Registry[] =>
  foldersOf(MODULES).flatMap((name) =>
    Object.entries(MODULE_PARTS).map(([part, list]) => ({
      folder: `${MODULES}/${name}/${part}`,
      list,
      several: CAPITAL_NAME,
    })),
  );

/** Returns the registries of functions of precompiles: each may have a folder of them, with a file for each. */
const functionRegistries = (): Registry[] =>
  foldersOf(PRECOMPILES).map((name) => ({
    folder: `${PRECOMPILES}/${name}/functions`,
    list: 'FUNCTIONS',
    several: /^export const (\w+) = precompileFunction\(/gm,
  }));

/** Returns the registries of surfaces: what a surface serves, its options, and its settings, which load at other times. */
const surfaceRegistries = (): Registry[] => [
  { folder: SURFACES, list: 'SURFACES', inside: 'surface.ts', isObject: true },
  {
    folder: SURFACES,
    list: 'SURFACE_READERS',
    inside: 'options.ts',
    isObject: true,
    types: { exported: 'SurfaceOption', all: 'SurfaceOptions' },
    output: 'options.generated.ts',
  },
  {
    folder: SURFACES,
    list: 'SURFACE_SECTIONS',
    inside: 'settings.ts',
    isObject: true,
    output: 'settings.generated.ts',
  },
];

/** Lists all registries. A folder that does not exist, or has no entries, is skipped. */
const registries = (): readonly Registry[] => [
  { folder: 'src/rpc/evm/methods', list: 'EVM_METHODS', several: /^export const ([a-z0-9]+_\w+)/gm },
  { folder: 'src/rpc/comet/routes', list: 'COMET_ROUTES', several: /^export const (\w+) = define\w*Route\(/gm },
  {
    folder: 'src/rpc/comet/dialects',
    list: 'COMET_DIALECTS',
    exported: 'dialect',
    entries: /^(\d+\.\d+|documented)\.ts$/,
  },
  { folder: 'src/rpc/assets/routes', list: 'ASSET_ROUTES' },
  { folder: 'src/cli/commands', list: 'COMMANDS' },
  { folder: 'src/simulation/faults', list: 'FAULTS', exported: 'fault', isNamedType: true },
  { folder: 'src/simulation/faults', list: 'Fault', isUnion: true, output: 'union.generated.ts' },
  { folder: 'src/rpc/faults/catalogue', list: 'RPC_FAULTS', exported: 'fault', isNamedType: true },
  { folder: 'src/rpc/faults/catalogue', list: 'RpcFault', isUnion: true, output: 'union.generated.ts' },
  { folder: 'src/simulation/invariants', list: 'INVARIANTS', exported: 'invariant', isNamedType: true },
  { folder: 'src/simulation/commands', list: 'COMMANDS', exported: 'command', isNamedType: true },
  { folder: 'src/scenario/verbs', list: 'VERBS', exported: 'verb' },
  { folder: 'src/scenario/expectations', list: 'EXPECTATIONS', exported: 'expectation' },
  { folder: 'src/devnet/mining/modes', list: 'MINING_MODES', exported: 'mode' },
  { folder: 'src/app/traces/tracers', list: 'TRACERS', exported: 'tracer', entries: /_tracer\.ts$/ },
  { folder: 'src/rpc/evm/compat_modes', list: 'COMPAT_MODES', exported: 'mode' },
  { folder: 'src/app/queries/services/queries', list: 'SERVICE_QUERIES', several: CAPITAL_NAME },
  { folder: MODULES, list: 'MODULES', inside: 'module.ts' },
  ...moduleRegistries(),
  { folder: PRECOMPILES, list: 'PRECOMPILES', inside: 'precompile.ts' },
  ...functionRegistries(),
  ...surfaceRegistries(),
];

const OUTPUT = 'index.generated.ts';
const GENERATED =
  '// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.';
/** Line width of the formatter. */
const MAX_LINE = 120;
const RESERVED = new Set([
  'default',
  'delete',
  'export',
  'import',
  'new',
  'package',
  'switch',
  'void',
  'with',
  'yield',
]);

export function exportName(fileName: string): string {
  const name = fileName.replace(/\.ts$/, '').replace(/[^A-Za-z0-9_$]/g, '_');
  if (RESERVED.has(name)) return `${name}_`;
  return /^\d/.test(name) ? `v${name}` : name;
}

/**
 * Returns the index's text for files (name → source) in any order. Throws when a file does not export what it should.
 */
export function indexText(registry: Omit<Registry, 'folder'>, files: ReadonlyMap<string, string>): string {
  const { list, exported, inside, types, several } = registry;
  const names = [...files.keys()].sort();
  if (several) return severalText(list, several, names, files);
  return [
    GENERATED,
    ...names.map((file) => importText(file, files.get(file) ?? '', exported ?? exportName(file), inside)),
    ...(types === undefined ? [] : names.map((file) => importTypeText(file, types.exported, inside))),
    '',
    ...(types === undefined ? [] : [typesText(types, names), '']),
    valueText(registry, list, names.map(exportName)),
    '',
  ].join('\n');
}

/** Returns the index of files that have several entries each. Throws when a file exports none. */
function severalText(
  list: string,
  entry: RegExp,
  names: readonly string[],
  files: ReadonlyMap<string, string>,
): string {
  const entries = names.map((file) => {
    const found = [...(files.get(file) ?? '').matchAll(entry)].map(([, name]) => name ?? '');
    if (found.length === 0)
      throw new Error(`${file} exports no constant that matches ${entry}, as a file of this folder must`);
    return { file, found: found.sort() };
  });
  return [
    GENERATED,
    ...entries.map(({ file, found }) => between('import {', found, `} from './${importPath(file)}';`, ' ')),
    '',
    listText(list, entries.flatMap(({ found }) => found).sort()),
    '',
  ].join('\n');
}

/** Formats names between `open` and `close` like the formatter: on one line where it fits into 120 characters. */
function between(open: string, names: readonly string[], close: string, space = ''): string {
  const line = `${open}${space}${names.join(', ')}${space}${close}`;
  return line.length <= MAX_LINE ? line : `${open}\n${names.map((name) => `  ${name},\n`).join('')}${close}`;
}

/** Returns the text of a union of the types that files export. Throws when a file does not export its type. */
export function unionText(union: string, files: ReadonlyMap<string, string>): string {
  const names = [...files.keys()].sort();
  const types = names.map((file) => dataTypeOf(file, files.get(file) ?? ''));
  const line = `export type ${union} = ${types.join(' | ')};`;
  return [
    GENERATED,
    ...names.map((file, at) => `import type { ${types[at]} } from './${importPath(file)}';`),
    '',
    line.length <= MAX_LINE ? line : `export type ${union} =\n${types.map((type) => `  | ${type}`).join('\n')};`,
    '',
  ].join('\n');
}

function dataTypeOf(file: string, source: string): string {
  const name = file.replace(/\.ts$/, '').replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (new RegExp(`^export (interface|type) ${name}\\b`, 'm').test(source)) return name;
  throw new Error(`${file} does not export the type ${name}, as an entry of this folder must`);
}

function valueText(
  { isObject, isNamedType }: Pick<Registry, 'isObject' | 'isNamedType'>,
  list: string,
  names: readonly string[],
): string {
  if (isObject) return between(`export const ${list} = {`, names, '} as const;', ' ');
  return (isNamedType ? namedListText : listText)(list, names);
}

const typeName = (file: string, exported: string): string => `${exported}_${exportName(file)}`;

const importTypeText = (file: string, exported: string, inside?: string): string =>
  `import type { ${exported} as ${typeName(file, exported)} } from './${importPath(file, inside)}';`;

/** Formats the type that has the members of all like the formatter. */
function typesText({ exported, all }: NonNullable<Registry['types']>, files: readonly string[]): string {
  const names = files.map((file) => typeName(file, exported));
  const line = `export type ${all} = ${names.join(' & ')};`;
  return line.length <= MAX_LINE ? line : `export type ${all} = ${names.join(' &\n  ')};`;
}

const importPath = (file: string, inside?: string): string =>
  (inside === undefined ? file : `${file}/${inside}`).replace(/\.ts$/, '.js');

function importText(file: string, source: string, exported: string, inside?: string): string {
  const declaration = new RegExp(
    `^export (const|function|class|async function) ${exported.replaceAll('$', '\\$')}\\b`,
    'm',
  );
  if (!declaration.test(source))
    throw new Error(`${file} does not export ${exported}, as an entry of this folder must`);
  const name = exportName(file);
  const binding = name === exported ? name : `${exported} as ${name}`;
  return `import { ${binding} } from './${importPath(file, inside)}';`;
}

const listText = (list: string, names: readonly string[]): string =>
  between(`export const ${list} = [`, names, '] as const;');

/** Formats the list like `listText`, with a type that refers to the entries instead of `as const`. */
function namedListText(list: string, names: readonly string[]): string {
  const lines = (prefix: string): string => names.map((name) => `  ${prefix}${name},\n`).join('');
  const line = `] = [${names.join(', ')}];`;
  return `export const ${list}: readonly [\n${lines('typeof ')}${line.length <= MAX_LINE ? line : `] = [\n${lines('')}];`}`;
}

const isSource = (file: string): boolean => file.endsWith('.ts') && !/\.(generated|test|d)\.ts$/.test(file);

const foldersOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : [];

function filesOf({ folder, entries, inside }: Registry): ReadonlyMap<string, string> {
  if (inside !== undefined) {
    const names = foldersOf(folder).filter((name) => existsSync(path.join(folder, name, inside)));
    return new Map(names.map((name) => [name, readFileSync(path.join(folder, name, inside), 'utf8')]));
  }
  const files = readdirSync(folder).filter((file) => isSource(file) && (entries?.test(file) ?? true));
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

function main(check: boolean, only: readonly string[]): number {
  let stale = 0;
  const chosen = registries().filter(({ folder }) => only.length === 0 || only.includes(folder));
  for (const registry of chosen.filter(({ folder }) => existsSync(folder))) {
    const files = filesOf(registry);
    if (files.size === 0) continue;
    const output = path.join(registry.folder, registry.output ?? OUTPUT);
    const text = registry.isUnion ? unionText(registry.list, files) : indexText(registry, files);
    const current = existsSync(output) ? readFileSync(output, 'utf8') : undefined;
    if (current === text) continue;
    stale++;
    if (check) console.error(`${output} is out of date: run \`npm run generate\``);
    else writeFileSync(output, text);
  }
  return check ? stale : 0;
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const folders = args.filter((arg) => !arg.startsWith('--'));
  process.exitCode = main(args.includes('--check'), folders) === 0 ? 0 : 1;
}
