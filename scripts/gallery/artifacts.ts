/**
 * Compiles the contracts that plans of the gallery deploy. The artifact `Token.json` of a plan is the contract `Token` of
 * `contracts/Token.sol`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSolidity } from '../../test/support/solidity.js';
import { GALLERY } from './entries.js';

const CONTRACTS = 'scripts/gallery/contracts';

/** Returns the names of the artifacts that the plan of an entry deploys and that have a source here. */
export function artifactNames(entry: string): readonly string[] {
  const plan = readFileSync(join(GALLERY, entry, 'plan.toml'), 'utf8');
  const named = [...plan.matchAll(/\bartifact = "(\w+)\.json"/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => existsSync(sourceOf(name)));
}

const sourceOf = (name: string): string => join(CONTRACTS, `${name}.sol`);

/** Returns the artifact of a contract as a text of JSON. */
export async function artifactText(name: string): Promise<string> {
  const { abi, bytecode } = await compileSolidity(readFileSync(sourceOf(name), 'utf8'), name);
  return `${JSON.stringify({ contractName: name, abi, bytecode }, null, 2)}\n`;
}
