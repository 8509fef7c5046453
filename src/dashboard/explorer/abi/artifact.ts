/**
 * Reads ABIs from the files of Hardhat and Foundry and from plain JSON arrays, and compares their code with deployed code.
 * The two differ where the constructor wrote immutables and library addresses, and in the metadata that solc appends,
 * which contains a hash of the sources.
 */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';

/** Most characters of a file that is dropped on the page. */
const MAX_FILE = 20_000_000;
/** Most entries of an ABI. */
const MAX_ENTRIES = 10_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function abiOf(value: unknown, file: string): readonly unknown[] {
  if (!Array.isArray(value))
    throw new Error(`${file} has no ABI: expected a list of entries, or an object with a member "abi"`);
  if (value.length > MAX_ENTRIES)
    throw new Error(`${file} has an ABI of ${value.length} entries, expected at most ${MAX_ENTRIES}`);
  const wrong = value.findIndex((entry) => !isRecord(entry) || typeof entry['type'] !== 'string');
  if (wrong >= 0) throw new Error(`${file} has no ABI: entry ${wrong} is not an object with a type`);
  return value;
}

/** Most levels down to which the parts of tuples are nested. */
const MAX_DEPTH = 20;

const areParameters = (value: unknown, depth = 0): boolean =>
  Array.isArray(value) && depth < MAX_DEPTH && value.every((one) => isParameter(one, depth));

function isParameter(value: unknown, depth: number): boolean {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false;
  const { name, components } = value;
  return (
    (name === undefined || typeof name === 'string') &&
    (components === undefined || areParameters(components, depth + 1))
  );
}

/** Lists of parameters by the type of an entry. An entry of another type is not called or decoded. */
const LISTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['function', ['inputs', 'outputs']],
  ['event', ['inputs']],
  ['error', ['inputs']],
]);

function isUsable(entry: unknown): boolean {
  if (!isRecord(entry) || typeof entry['type'] !== 'string') return false;
  const lists = LISTS.get(entry['type']);
  return (
    lists === undefined || (typeof entry['name'] === 'string' && lists.every((list) => areParameters(entry[list])))
  );
}

/** Returns an artifact without the entries of its ABI that are damaged, and without those above the limit. */
export const withUsableAbi = (artifact: ArtifactFile): ArtifactFile => ({
  ...artifact,
  abi: artifact.abi.slice(0, MAX_ENTRIES).filter(isUsable),
});

const HEX_OR_PLACEHOLDER = /^(?:0x)?[0-9a-zA-Z_$]*$/;

/** Returns the deployed code: Hardhat has the text, Foundry an object around it. */
function codeOf(value: unknown): string | undefined {
  const text = isRecord(value) ? value['object'] : value;
  return typeof text === 'string' && text.length > 2 && HEX_OR_PLACEHOLDER.test(text) ? text : undefined;
}

/** Returns the source file and contract that Foundry's artifacts name in their metadata. */
function compilationTarget(metadata: unknown): readonly [source: string, contract: unknown] | undefined {
  const settings = isRecord(metadata) && isRecord(metadata['settings']) ? metadata['settings'] : undefined;
  const target = settings?.['compilationTarget'];
  return isRecord(target) ? Object.entries(target)[0] : undefined;
}

/** Returns the artifact in a file. Throws an Error that names the file and what is wrong with it. */
export function readArtifact(file: string, text: string): ArtifactFile {
  if (text.length > MAX_FILE)
    throw new Error(`${file} has ${text.length} characters, expected at most ${MAX_FILE} in an artifact`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const fallback = file.replace(/^.*\//, '').replace(/\.json$/i, '');
  if (!isRecord(json)) return { contract: fallback, abi: abiOf(json, file) };
  const [targetSource, targetName] = compilationTarget(json['metadata']) ?? [];
  const source = json['sourceName'] ?? targetSource;
  const deployedBytecode = codeOf(json['deployedBytecode']);
  const name = json['contractName'] ?? targetName;
  return {
    contract: typeof name === 'string' && name !== '' ? name : fallback,
    abi: abiOf(json['abi'], file),
    ...(typeof source === 'string' && { source }),
    ...(deployedBytecode !== undefined && { deployedBytecode }),
  };
}

/** Length of the metadata's own length, in hex characters. */
const LENGTH_CHARS = 4;
/** Most bytes of metadata; a longer one is code. */
const MAX_METADATA = 200;

const plain = (code: string): string => (code.startsWith('0x') ? code.slice(2) : code).toLowerCase();

/** Returns the code without the CBOR that solc appends. */
function withoutMetadata(code: string): string {
  const bytes = Number.parseInt(code.slice(-LENGTH_CHARS), 16);
  const chars = 2 * bytes + LENGTH_CHARS;
  const isMap = /^a[1-4]$/.test(code.slice(-chars, -chars + 2));
  return bytes > 0 && bytes <= MAX_METADATA && chars < code.length && isMap ? code.slice(0, -chars) : code;
}

/** Matches the placeholders of an artifact: an immutable (PUSH32), a library's own address (PUSH20), a linked library. */
const HOLES = /(?<=7f)0{64}|(?<=73)0{40}|__.{36}__|__\$[0-9a-f]{34}\$__/g;

/** Returns the ranges of an artifact's code that another value replaces in the deployed code. */
function holesOf(code: string): readonly (readonly [from: number, to: number])[] {
  return Array.from(code.matchAll(HOLES), ({ 0: hole, index }) => [index, index + hole.length] as const);
}

/** Returns whether deployed code is that of an artifact. Both are hex, with or without `0x`. */
export function isCodeOf(deployed: string, artifact: string): boolean {
  const ours = withoutMetadata(plain(deployed));
  const theirs = withoutMetadata(plain(artifact));
  if (ours.length !== theirs.length || ours.length === 0) return false;
  let at = 0;
  for (const [from, to] of holesOf(theirs)) {
    if (ours.slice(at, from) !== theirs.slice(at, from)) return false;
    at = to;
  }
  return ours.slice(at) === theirs.slice(at);
}
