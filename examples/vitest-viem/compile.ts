/** Compiles Solidity to bytecode, with the compiler from npm. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Hex } from 'viem';

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>
  >;
}

/**
 * Returns the creation code of the contract `name`, which a file of this folder with that name contains. Throws with
 * the compiler's errors.
 */
export function compile(name: string): Hex {
  const file = `${name}.sol`;
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(new URL(file, import.meta.url), 'utf8') } },
    settings: { outputSelection: { [file]: { [name]: ['evm.bytecode.object'] } } },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const wrong = errors.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return `0x${contracts[file]?.[name]?.evm.bytecode.object}`;
}
