/**
 * Reads the files in which solc, Hardhat 2 and 3 and Foundry keep compiled contracts. Several files may belong together:
 * input and output of a compiler, or an artifact and the list of its sources' ids.
 */
import { keccak256 } from '../kernel/hash.js';
import { to0x } from '../kernel/hex.js';
import { utf8 } from '../kernel/text.js';
import { CompiledCode, CompiledContract, type SourcesById } from './compiled_contract.js';
import type { Wanted } from './json_parts.js';
import { SourceText } from './source_text.js';

const CODE = {
  '': 'hex',
  object: 'hex',
  sourceMap: 'utf8',
  linkReferences: 'value',
  immutableReferences: 'value',
} as const;
const OUTPUT = {
  sources: { '*': { id: 'value', content: 'value' } },
  contracts: { '*': { '*': { abi: 'text', storageLayout: 'value', evm: { bytecode: CODE, deployedBytecode: CODE } } } },
} as const;

/** Members of all kinds of files that are read. */
export const BUILD_FILE_PARTS: Wanted = {
  ...OUTPUT,
  input: { sources: OUTPUT.sources, settings: { optimizer: 'value', viaIR: 'value' } },
  output: OUTPUT,
  ...{ id: 'value', userSourceNameMap: 'value', source_id_to_path: 'value' },
  ...{
    contractName: 'value',
    sourceName: 'value',
    abi: 'text',
    storageLayout: 'value',
    bytecode: CODE,
    deployedBytecode: CODE,
  },
  ...{ linkReferences: 'value', deployedLinkReferences: 'value', immutableReferences: 'value' },
  settings: { optimizer: 'value', viaIR: 'value' },
  metadata: {
    settings: { compilationTarget: 'value', optimizer: 'value', viaIR: 'value' },
    sources: { '*': { keccak256: 'value' } },
  },
};

/** Most characters of a source whose lines are shown. Finding the functions of a longer one would delay others. */
export const MAX_SOURCE_CHARACTERS = 1_000_000;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** File of a folder: its path, and what `BUILD_FILE_PARTS` selects of it. */
export interface BuildFile {
  readonly path: string;
  readonly parts: unknown;
}

/** Returns the text of a source file of the project by its path; undefined where it cannot be read. */
export type ReadSource = (path: string) => string | undefined;

/**
 * Returns the contracts in the files of a folder. Artifacts without a source map are left out where the output of the
 * compiler has the same contract. The work pauses after each contract.
 */
export function* contractsInFiles(
  files: readonly BuildFile[],
  readSource: ReadSource,
): Generator<undefined, readonly CompiledContract[], undefined> {
  const documents = files.map(({ path, parts }) => ({ path, json: objectOf(parts) }));
  const inputs = documents.filter(({ json }) => inputOf(json) !== undefined);
  const built: CompiledContract[] = [];
  for (const { path, json } of documents) {
    const output = outputOf(json);
    if (output === undefined) continue;
    const input = inputOf(json) === undefined ? inputs.find((other) => belongsTo(path, json, other)) : { json };
    for (const contract of contractsOf(output, inputOf(input?.json) ?? {}, namesOf(input?.json))) {
      built.push(contract);
      yield undefined;
    }
  }
  const known = new Set(built.map(({ sourceName, name }) => `${sourceName}:${name}`));
  const idLists = documents.flatMap(({ json }) =>
    isObject(json['source_id_to_path']) ? [json['source_id_to_path']] : [],
  );
  for (const { path, json } of documents) {
    const contract = json['abi'] === undefined ? undefined : artifactOf(path, json, idLists, readSource);
    if (contract !== undefined && !known.has(`${contract.sourceName}:${contract.name}`)) built.push(contract);
    yield undefined;
  }
  return built;
}

/** Returns the paths of the sources whose ids Foundry lists. */
export const pathsWithIds = (files: readonly BuildFile[]): readonly string[] =>
  files
    .flatMap(({ parts }) => Object.values(objectOf(objectOf(parts)['source_id_to_path'])))
    .filter((path) => typeof path === 'string');

/** Returns the contracts of solc's output. `input` has the texts of the sources. */
export const contractsOfCompilation = (input: unknown, output: unknown): readonly CompiledContract[] => [
  ...contractsOf(objectOf(output), objectOf(input), new Map()),
];

function outputOf(json: Json): Json | undefined {
  const output = isObject(json['output']) ? json['output'] : json;
  return isObject(output['contracts']) ? output : undefined;
}

function inputOf(json: Json | undefined): Json | undefined {
  if (json === undefined) return undefined;
  if (isObject(json['input'])) return json['input'];
  const texts = Object.values(objectOf(json['sources'])).map((source) => objectOf(source)['content']);
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? json : undefined;
}

/** Returns whether another file has the input of an output: by its id in Hardhat 3, or as the sources fit. */
function belongsTo(path: string, output: Json, other: { readonly path: string; readonly json: Json }): boolean {
  if (output['id'] !== undefined || other.json['id'] !== undefined) return output['id'] === other.json['id'];
  const texts = objectOf(inputOf(other.json)?.['sources']);
  const names = Object.keys(objectOf(outputOf(output)?.['sources']));
  return folderOf(path) === folderOf(other.path) && names.every((name) => name in texts);
}

const folderOf = (path: string): string => path.replace(/[^/\\]*$/, '');

/** Returns the names of users' files by the names that Hardhat 3 gives the compiler. */
const namesOf = (json: Json | undefined): ReadonlyMap<unknown, string> =>
  new Map(Object.entries(objectOf(json?.['userSourceNameMap'])).map(([user, compiler]) => [compiler, user]));

function* contractsOf(output: Json, input: Json, names: ReadonlyMap<unknown, string>): Generator<CompiledContract> {
  const texts = objectOf(input['sources']);
  const isOptimized = mayOptimize(input['settings']);
  const isViaYul = objectOf(input['settings'])['viaIR'] === true;
  const sources = new Map<number, SourceText>();
  for (const [name, source] of Object.entries(objectOf(output['sources']))) {
    const id = objectOf(source)['id'];
    const text = objectOf(texts[name])['content'];
    if (typeof id === 'number' && typeof text === 'string' && text.length <= MAX_SOURCE_CHARACTERS)
      sources.set(id, new SourceText(names.get(name) ?? name, text));
  }
  for (const [source, contracts] of Object.entries(objectOf(output['contracts'])))
    for (const [name, value] of Object.entries(objectOf(contracts))) {
      const { abi, evm, storageLayout } = objectOf(value);
      const { bytecode, deployedBytecode } = objectOf(evm);
      const abiText = typeof abi === 'string' ? abi : JSON.stringify(abi ?? []);
      const sourceName = names.get(source) ?? source;
      yield new CompiledContract(
        name,
        sourceName,
        abiText,
        codeOf(bytecode),
        codeOf(deployedBytecode),
        sources,
        isOptimized,
        { isViaYul, storageLayout },
      );
    }
}

function codeOf(value: unknown, ...references: readonly unknown[]): CompiledCode | undefined {
  if (!isObject(value) || value instanceof Uint8Array) return CompiledCode.read(value, undefined, ...references);
  const { object, sourceMap, linkReferences, immutableReferences } = objectOf(value);
  return CompiledCode.read(object, sourceMap, linkReferences, immutableReferences);
}

/** Reads an artifact of Hardhat or Foundry; returns undefined for a file without code. */
function artifactOf(
  path: string,
  json: Json,
  idLists: readonly Json[],
  readSource: ReadSource,
): CompiledContract | undefined {
  const { contractName, sourceName, abi, bytecode, deployedBytecode, metadata } = json;
  if (typeof abi !== 'string' || !abi.startsWith('[')) return undefined;
  const creation = codeOf(bytecode, json['linkReferences']);
  const runtime = codeOf(deployedBytecode, json['deployedLinkReferences'], json['immutableReferences']);
  const target = Object.entries(objectOf(objectOf(objectOf(metadata)['settings'])['compilationTarget']))[0];
  const [targetSource = '', targetName] = target ?? [];
  const source = typeof sourceName === 'string' ? sourceName : targetSource;
  const name = [contractName, targetName, nameInPath(path)].find((one) => typeof one === 'string') as string;
  const hashes = objectOf(objectOf(metadata)['sources']);
  return new CompiledContract(
    name,
    source,
    abi,
    creation,
    runtime,
    sourcesOf(json['id'], source, hashes, idLists, readSource),
    mayOptimize(objectOf(metadata)['settings']),
    { isViaYul: objectOf(objectOf(metadata)['settings'])['viaIR'] === true, storageLayout: json['storageLayout'] },
  );
}

const mayOptimize = (settings: unknown): boolean => objectOf(objectOf(settings)['optimizer'])['enabled'] !== false;

const nameInPath = (path: string): string => path.replace(/^.*[/\\]/, '').replace(/\.json$/, '');

/**
 * Returns the sources of an artifact of Foundry. Each build has its own list of ids: an id counts where all lists that
 * fit the artifact agree, and a text where its hash is that of the compiled one.
 */
function sourcesOf(
  id: unknown,
  own: string,
  hashes: Json,
  idLists: readonly Json[],
  readSource: ReadSource,
): SourcesById {
  const sources = new Map<number, SourceText>();
  const fitting = idLists.filter((paths) => paths[String(id)] === own);
  for (const [key, path] of Object.entries(fitting[0] ?? {})) {
    if (typeof path !== 'string' || !fitting.every((paths) => paths[key] === path)) continue;
    const hash = objectOf(hashes[path])['keccak256'];
    const text = hash === undefined ? undefined : readSource(path);
    if (text !== undefined && to0x(keccak256(utf8(text))) === hash)
      sources.set(Number(key), new SourceText(path, text));
  }
  return sources;
}
