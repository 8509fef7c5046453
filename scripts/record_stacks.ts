/**
 * Records the stack traces of Hardhat 3 for all kinds of failures of `test/solidity/kinds.ts`, under every compiler:
 *
 *   npx tsx scripts/record_stacks.ts FOLDER
 *
 * The folder has Hardhat 3 in its `node_modules`, such as that of `examples/hardhat3`. Hardhat needs Node.js 22 or newer.
 * Only its network in the process has stack traces. Writes `test/vectors/hardhat_stacks.json`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  compileKinds,
  deployKinds,
  frameText,
  groupFrames,
  kindsOf,
  type Provider,
  VARIANTS,
} from '../test/solidity/kinds.js';

const OUT = new URL('../test/vectors/hardhat_stacks.json', import.meta.url);

interface Entry {
  readonly type: number;
  readonly precompile?: number;
  readonly sourceReference?: { readonly contract?: string; readonly function?: string; readonly line: number };
}

interface HardhatProvider extends Provider {
  addCompilationResult(version: string, input: object, output: object): Promise<void>;
}

interface Hardhat {
  createHardhatRuntimeEnvironment(config: object): Promise<{
    readonly network: { create(): Promise<{ readonly provider: HardhatProvider; close(): Promise<void> }> };
  }>;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npx tsx scripts/record_stacks.ts FOLDER');
  process.exit(2);
}
const root = resolve(folder);
const hardhat = (await import(pathToFileURL(`${root}/node_modules/hardhat/dist/src/hre.js`).href)) as Hardhat;

function textOf({ sourceReference, precompile }: Entry): string {
  if (precompile !== undefined) return '<precompile>';
  if (sourceReference === undefined) return '<unknown>';
  return frameText(sourceReference.contract, sourceReference.function, sourceReference.line);
}

const results = new Map<string, Map<string, string>>();
for (const variant of VARIANTS) {
  const compilation = compileKinds(variant);
  const hre = await hardhat.createHardhatRuntimeEnvironment({ networks: { default: { type: 'edr-simulated' } } });
  const connection = await hre.network.create();
  const { provider } = connection;
  await provider.addCompilationResult(variant.version, compilation.input, compilation.output);
  const requestOf = await deployKinds(provider, compilation);
  for (const kind of kindsOf(variant)) {
    let frames = 'no failure';
    try {
      await provider.request({ method: 'eth_call', params: [requestOf(kind)] });
    } catch (error) {
      const { stackTrace, message } = error as { readonly stackTrace?: readonly Entry[]; readonly message: string };
      frames = stackTrace === undefined ? `no stack: ${message}` : [...stackTrace].reverse().map(textOf).join(' < ');
    }
    const ofKind = results.get(kind.name) ?? new Map<string, string>();
    ofKind.set(variant.name, frames);
    results.set(kind.name, ofKind);
  }
  await connection.close();
  console.log(`${variant.name}: ${kindsOf(variant).length} kinds`);
}
writeFileSync(OUT, `${JSON.stringify(groupFrames(results), null, 1)}\n`);
process.exit(0);
