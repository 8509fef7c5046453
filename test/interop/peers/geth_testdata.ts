/**
 * Reads the vectors of go-ethereum's module (`core/vm/testdata`), from which its `evm` was installed. If the module is
 * missing, the tests that need it are skipped with a message; with CI=true they fail instead.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE = 'github.com/ethereum/go-ethereum@v1.16.5';

const cache = spawnSync('go', ['env', 'GOMODCACHE']).stdout?.toString().trim() ?? '';
/** Folder of go-ethereum's module. */
export const moduleFolder = join(cache, MODULE);
const FOLDER = join(moduleFolder, 'core/vm/testdata');

/** Whether the tests that need the vectors are skipped; a message is printed. */
export const testdataIsAbsent = !existsSync(FOLDER) && process.env['CI'] !== 'true';
if (testdataIsAbsent) console.warn('the module of go-ethereum is not installed: its vectors are skipped');

const read = <T>(file: string): T => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;

export interface OpcodeVector {
  readonly X: string;
  readonly Y: string;
  readonly Expected: string;
}

/** Returns the vectors by geth's names of operations on two words. */
export function opcodeVectors(): Readonly<Record<string, readonly OpcodeVector[]>> {
  if (testdataIsAbsent) return {};
  const names = readdirSync(FOLDER).flatMap((file) => /^testcases_(\w+)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, read<OpcodeVector[]>(`testcases_${name}.json`)]));
}

export interface PrecompileVector {
  readonly Input: string;
  readonly Name: string;
  /** Output, which comes with `Gas`. Without it the input is refused. */
  readonly Expected?: string;
  readonly Gas?: number;
}

/** Returns the vectors of a file, by geth's name of it. */
export const precompileVectors = (name: string): readonly PrecompileVector[] =>
  testdataIsAbsent ? [] : read(`precompiles/${name}.json`);
