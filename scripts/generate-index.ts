/**
 * Writes the registries that are folders: for each folder below, `index.generated.ts` imports every entry and lists
 * them, sorted by file name. An entry `<name>.ts` exports a value named like itself, or one of a name that all entries
 * of the folder share. Characters that no identifier may hold become `_`, a leading digit gets a `v` before it, a
 * reserved word a `_` behind it. Nothing is imported while generating.
 *
 * `npx tsx scripts/generate-index.ts` writes; with `--check` it only compares, and fails naming what differs.
 * Folders may be named to leave the others alone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Registry {
  readonly folder: string;
  /** The name of the exported list. */
  readonly list: string;
  /** What every entry exports, where that is not its own name. */
  readonly exported?: string;
  /** File names of entries, where the folder holds other files too. */
  readonly entries?: RegExp;
  /** Entries are folders, each with a file of this name that exports the folder's. */
  readonly inside?: string;
  /**
   * Whether the list's type names each entry. Otherwise declarations spell the entries' types out, which fails (TS4023) for an
   * entry whose type mentions one that its file does not export.
   */
  readonly isNamedType?: boolean;
}

const MODULES = 'src/app/modules';
/** What each module may have a folder of. */
const MODULE_PARTS = { messages: 'MESSAGES', queries: 'QUERIES', precompiles: 'PRECOMPILES' };

const moduleRegistries = (): Registry[] =>
  foldersOf(MODULES).flatMap((name) => [
    ...Object.entries(MODULE_PARTS).map(([part, list]) => ({ folder: `${MODULES}/${name}/${part}`, list })),
    ...precompileRegistries(`${MODULES}/${name}/precompiles`),
  ]);

/** Finds the functions of precompiles: `<name>.ts` may have them in a folder of its name, with a file for each. */
const precompileRegistries = (folder: string): Registry[] =>
  foldersOf(folder).map((name) => ({ folder: `${folder}/${name}`, list: 'FUNCTIONS' }));

/** A folder that does not exist yet, or has no entries, is passed over. */
const registries = (): readonly Registry[] => [
  { folder: 'src/rpc/evm/methods', list: 'EVM_METHODS' },
  { folder: 'src/rpc/comet/routes', list: 'COMET_ROUTES' },
  {
    folder: 'src/rpc/comet/dialects',
    list: 'COMET_DIALECTS',
    exported: 'dialect',
    entries: /^(\d+\.\d+|documented)\.ts$/,
  },
  { folder: 'src/rpc/assets/routes', list: 'ASSET_ROUTES' },
  { folder: 'src/cli/commands', list: 'COMMANDS' },
  { folder: 'src/simulation/faults', list: 'FAULTS', exported: 'fault', isNamedType: true },
  { folder: 'src/simulation/invariants', list: 'INVARIANTS', exported: 'invariant', isNamedType: true },
  { folder: 'src/simulation/commands', list: 'COMMANDS', exported: 'command', isNamedType: true },
  { folder: 'src/devnet/mining/modes', list: 'MINING_MODES', exported: 'mode' },
  { folder: 'src/app/services/queries', list: 'SERVICE_QUERIES' },
  { folder: 'src/storage/migrations', list: 'MIGRATIONS', exported: 'migration' },
  { folder: MODULES, list: 'MODULES', inside: 'module.ts' },
  ...moduleRegistries(),
];

const OUTPUT = 'index.generated.ts';
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

/** The registry's text for files (name → source) in any order. Throws when a file does not export what it should. */
export function indexText(
  { list, exported, inside, isNamedType }: Omit<Registry, 'folder'>,
  files: ReadonlyMap<string, string>,
): string {
  const names = [...files.keys()].sort();
  return [
    '// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.',
    ...names.map((file) => importText(file, files.get(file) ?? '', exported ?? exportName(file), inside)),
    '',
    (isNamedType ? namedListText : listText)(list, names.map(exportName)),
    '',
  ].join('\n');
}

function importText(file: string, source: string, exported: string, inside?: string): string {
  const declaration = new RegExp(
    `^export (const|function|class|async function) ${exported.replaceAll('$', '\\$')}\\b`,
    'm',
  );
  if (!declaration.test(source))
    throw new Error(`${file} does not export ${exported}, as an entry of this folder must`);
  const name = exportName(file);
  const binding = name === exported ? name : `${exported} as ${name}`;
  const from = inside === undefined ? file : `${file}/${inside}`;
  return `import { ${binding} } from './${from.replace(/\.ts$/, '.js')}';`;
}

/** As the formatter would write it: on one line where it fits into 120 characters. */
function listText(list: string, names: readonly string[]): string {
  const line = `export const ${list} = [${names.join(', ')}] as const;`;
  return line.length <= 120
    ? line
    : `export const ${list} = [\n${names.map((name) => `  ${name},\n`).join('')}] as const;`;
}

/** Returns the list's text as `listText` does, with a type that refers to the entries instead of `as const`. */
function namedListText(list: string, names: readonly string[]): string {
  const lines = (prefix: string): string => names.map((name) => `  ${prefix}${name},\n`).join('');
  const line = `] = [${names.join(', ')}];`;
  return `export const ${list}: readonly [\n${lines('typeof ')}${line.length <= 120 ? line : `] = [\n${lines('')}];`}`;
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
    const output = path.join(registry.folder, OUTPUT);
    const text = indexText(registry, files);
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
