/**
 * Compiles Solidity for tests and benchmarks with solc and its optimizer. Results are cached on disk by source and
 * compiler version, because loading the compiler takes longer than most tests.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';
import { sha256 } from '../../src/kernel/hash.js';
import { toHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';

export interface CompiledContract {
  readonly abi: Abi;
  /** Creation code. */
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/halley-solc/', import.meta.url));
const require = createRequire(import.meta.url);
const VERSION = (require('solc/package.json') as { version: string }).version;

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<string, Record<string, SolcContract>>;
}

interface SolcContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

/** Compiles the contract `name` of `source`. Throws with the compiler's errors. */
export async function compileSolidity(source: string, name: string): Promise<CompiledContract> {
  const file = join(CACHE, `${toHex(sha256(utf8(`${VERSION} ${name} ${source}`))).slice(0, 32)}.json`);
  const retained = readCached(file);
  if (retained !== undefined) return retained;
  const compiled = compile(source, name);
  mkdirSync(CACHE, { recursive: true });
  // Another test process may be writing the same file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(compiled));
  renameSync(draft, file);
  return compiled;
}

function readCached(file: string): CompiledContract | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CompiledContract;
  } catch {
    return undefined;
  }
}

function compile(source: string, name: string): CompiledContract {
  const solc = require('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'test.sol': { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contract = output.contracts?.['test.sol']?.[name];
  if (contract === undefined) throw new Error(`the source has no contract ${name}`);
  const { abi, evm } = contract;
  return { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` };
}
