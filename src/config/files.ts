/**
 * Reads the files of a home folder: `config/app.toml`, `config/config.toml`, `config/genesis.json`, and the marker of a
 * chain in `data`.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { type ErrorCode, HalleyError } from '../kernel/errors.js';
import type { TomlValue } from '../settings/kinds.js';
import type { LoadedFile, Sources } from './resolve.js';

/** Most bytes of a document. */
const MAX_JSON_BYTES = 512 * 1024 * 1024 - 1;
const READ_BYTES = 1024 * 1024;

export interface HomeFiles {
  readonly app: string;
  readonly config: string;
  readonly genesis: string;
  /** File that LevelDB always writes. Where it exists, there is a chain. */
  readonly chain: string;
}

export const homeFiles = (home: string): HomeFiles => ({
  app: join(home, 'config', 'app.toml'),
  config: join(home, 'config', 'config.toml'),
  genesis: join(home, 'config', 'genesis.json'),
  chain: join(home, 'data', 'CURRENT'),
});

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new HalleyError('invalid-config', `cannot read ${what}: ${reasonOf(error)}`, { path });
  }
}

function readToml(path: string): LoadedFile | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return { path, table: parse(readText(path, 'the configuration')) as Record<string, TomlValue> };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new HalleyError('invalid-config', `${path}:${error.line}:${error.column}: ${reasonOf(error)}`, { path });
  }
}

/** Reads the files that exist. Throws HalleyError `invalid-config` for one that cannot be read. */
export function readHome(home: string): NonNullable<Sources['files']> {
  const paths = homeFiles(home);
  return { 'app.toml': readToml(paths.app), 'config.toml': readToml(paths.config) };
}

/** Reads a file of at most `bytes`. Returns undefined for a longer one, including a pipe or a device without an end. */
function readAtMost(path: string, bytes: number): string | undefined {
  const chunks: Buffer[] = [];
  const file = openSync(path, 'r');
  try {
    for (let total = 0; total <= bytes; ) {
      const chunk = Buffer.allocUnsafe(READ_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) return Buffer.concat(chunks).toString('utf8');
      chunks.push(chunk.subarray(0, length));
      total += length;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Returns the document as parsed JSON. Throws HalleyError `invalid-genesis` that names the file. */
export const readGenesisFile = (path: string): unknown => readJsonFile(path, 'genesis', 'invalid-genesis');

/** Returns a document of the configuration as parsed JSON. Throws HalleyError `invalid-config` that names the file. */
export const readConfigJson = (path: string, what: string): unknown => readJsonFile(path, what, 'invalid-config');

function readJsonFile(path: string, what: string, code: ErrorCode): unknown {
  const refuse = (why: string) => new HalleyError(code, `${what} ${path}: ${why}`, { path });
  let text: string | undefined;
  try {
    text = readAtMost(path, MAX_JSON_BYTES);
  } catch (error) {
    throw refuse(reasonOf(error));
  }
  if (text === undefined) throw refuse(`longer than ${MAX_JSON_BYTES} bytes`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(`not JSON: ${reasonOf(error)}`);
  }
}
