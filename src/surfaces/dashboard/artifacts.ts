/**
 * Finds the contracts of a Hardhat project (`artifacts/contracts/…/X.sol/X.json`) or a Foundry project
 * (`out/X.sol/X.json`). The folder may be the project, or its folder of artifacts. Links are not followed, and files that
 * are damaged or too large are skipped.
 */
import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ArtifactFile } from '../../rpc/dashboard/wire.js';

/** Most artifacts of a folder. */
const MAX_FILES = 2000;
const MAX_FILE_BYTES = 10_000_000;
/** Most bytes of all files together. */
const MAX_BYTES = 100_000_000;
const MAX_DEPTH = 12;
/** Most entries of folders that are read. */
const MAX_ENTRIES = 50_000;

/** Folders of a project that have no artifacts of its own contracts. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'build-info', 'cache', '.git']);

/** Yields the contracts of a folder; none when it cannot be read. */
export async function* readArtifacts(folder: string): AsyncGenerator<ArtifactFile, void, undefined> {
  let [count, bytes] = [0, 0];
  for await (const file of artifactFiles(folder)) {
    if (count >= MAX_FILES) return;
    const text = await readSmall(file, Math.min(MAX_FILE_BYTES, MAX_BYTES - bytes));
    if (text === undefined) continue;
    bytes += text.length;
    const artifact = artifactOf(text, basename(file, '.json'));
    if (artifact === undefined) continue;
    count++;
    yield artifact;
  }
}

/** Yields the files `X.sol/X.json` in a stable order. Foundry also has `X.sol/Y.json` for each contract of the source. */
async function* artifactFiles(root: string): AsyncGenerator<string> {
  let entries = 0;
  const folders = [{ path: root, depth: 0 }];
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    const { path, depth } = next;
    const listed = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of listed.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++entries > MAX_ENTRIES) return;
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !SKIPPED.has(entry.name)) folders.push({ path: inside, depth: depth + 1 });
      } else if (entry.isFile() && isSourceFolder(path) && /(?<!\.dbg)\.json$/.test(entry.name)) yield inside;
    }
  }
}

const isSourceFolder = (path: string): boolean => /\.(sol|vy)$/.test(path);

/** Reads a file of at most `limit` bytes; undefined for a larger one, and for one that cannot be read. */
async function readSmall(path: string, limit: number): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    return size > limit ? undefined : await file.readFile('utf8');
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Reads an artifact of either tool; undefined for any other JSON. */
function artifactOf(text: string, name: string): ArtifactFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !Array.isArray(value['abi'])) return undefined;
  const { contractName, sourceName, abi, deployedBytecode } = value;
  const contract = typeof contractName === 'string' ? contractName : name;
  const source = typeof sourceName === 'string' ? sourceName : foundrySource(value);
  const code = isObject(deployedBytecode) ? deployedBytecode['object'] : deployedBytecode;
  return {
    contract,
    source,
    abi,
    deployedBytecode: typeof code === 'string' && code !== '' && code !== '0x' ? code : undefined,
  };
}

/** Returns the source that the metadata of Foundry's compiler names. */
function foundrySource({ metadata }: Readonly<Record<string, unknown>>): string | undefined {
  const settings = isObject(metadata) ? metadata['settings'] : undefined;
  const target = isObject(settings) ? settings['compilationTarget'] : undefined;
  return isObject(target) ? Object.keys(target)[0] : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
