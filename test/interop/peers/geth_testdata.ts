/**
 * The vectors that go-ethereum's module brings (`core/vm/testdata`), where its `evm` was installed from: they are read
 * there. Where the module is missing the tests that need it skip and say so; with CI=true they fail instead.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE = 'github.com/ethereum/go-ethereum@v1.16.5/core/vm/testdata';

const cache = spawnSync('go', ['env', 'GOMODCACHE']).stdout?.toString().trim() ?? '';
const FOLDER = join(cache, MODULE);

/** True: the test skips, saying so. */
export const testdataIsAbsent = !existsSync(FOLDER) && process.env['CI'] !== 'true';
if (testdataIsAbsent) console.warn('the module of go-ethereum is not there: its vectors are not run');

const read = <T>(file: string): T => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;

export interface OpcodeVector {
  readonly X: string;
  readonly Y: string;
  readonly Expected: string;
}

/** By geth's names of operations on two words. */
export function opcodeVectors(): Readonly<Record<string, readonly OpcodeVector[]>> {
  if (testdataIsAbsent) return {};
  const names = readdirSync(FOLDER).flatMap((file) => /^testcases_(\w+)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, read<OpcodeVector[]>(`testcases_${name}.json`)]));
}

export interface PrecompileVector {
  readonly Input: string;
  readonly Name: string;
  /** With it `Gas` as well; without it the input is refused. */
  readonly Expected?: string;
  readonly Gas?: number;
}

/** By geth's names of its files. */
export const precompileVectors = (name: string): readonly PrecompileVector[] =>
  testdataIsAbsent ? [] : read(`precompiles/${name}.json`);
