/** Reads the folders of Hardhat 2 and 3, Foundry and solc. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles, readContracts } from '../../../src/devnet/artifacts/artifact_folder.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { to0x } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

const TEXT = 'contract Counter { uint256 public count = 5; }\n';
const ABI = [{ type: 'function', name: 'count', inputs: [], outputs: [{ type: 'uint256' }], stateMutability: 'view' }];
const EVM = {
  bytecode: { object: '6001', sourceMap: '0:46:3', linkReferences: {} },
  deployedBytecode: { object: '6002', sourceMap: '0:46:3', immutableReferences: {} },
};

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Contracts of a folder as text, and the warnings. */
async function read(
  folder: string,
): Promise<{ readonly contracts: readonly string[]; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  const contracts = await readContracts(folder, (await listFiles(folder)).files, (text) =>
    warnings.push(text.replace(`${folder}/`, '')),
  );
  return {
    contracts: contracts.map(
      ({ name, sourceName, source, runtime, creation, abi }) =>
        `${sourceName}:${name} ${to0x(creation?.bytes ?? new Uint8Array())} ${to0x(runtime?.bytes ?? new Uint8Array())}` +
        ` ${abi.length} ${source === undefined ? 'no text' : `text of ${source.length}`}`,
    ),
    warnings,
  };
}

const output = (source: string) => ({
  sources: { [source]: { id: 3, ast: { nodes: [] } } },
  contracts: { [source]: { Counter: { abi: ABI, evm: EVM } } },
});
const input = (source: string) => ({ language: 'Solidity', sources: { [source]: { content: TEXT } }, settings: {} });

const COUNTER = 'contracts/Counter.sol:Counter 0x6001 0x6002 1 text of 47';

test('reads a project of Hardhat 2', async () => {
  const source = 'contracts/Counter.sol';
  const artifact = {
    contractName: 'Counter',
    sourceName: source,
    abi: ABI,
    bytecode: '0x6001',
    deployedBytecode: '0x6002',
  };
  const folder = folderWith({
    'package.json': { name: 'x' },
    'artifacts/build-info/7.json': { id: '7', solcVersion: '0.8.1', input: input(source), output: output(source) },
    'artifacts/contracts/Counter.sol/Counter.json': artifact,
    'artifacts/contracts/Counter.sol/Counter.dbg.json': { buildInfo: '../../build-info/7.json' },
    'artifacts/contracts/Alone.sol/Alone.json': {
      ...artifact,
      contractName: 'Alone',
      sourceName: 'contracts/Alone.sol',
    },
    'node_modules/x/artifacts/build-info/8.json': { input: input('y'), output: output('y') },
  });
  const expected = [COUNTER, 'contracts/Alone.sol:Alone 0x6001 0x6002 1 no text'];
  expect(await read(folder)).toEqual({ contracts: expected, warnings: [] });
  expect((await read(join(folder, 'artifacts'))).contracts).toEqual(expected);
});

test('reads a project of Hardhat 3, under the names of the user', async () => {
  const source = 'project/contracts/Counter.sol';
  const folder = folderWith({
    'artifacts/build-info/solc-1.json': {
      id: 'solc-1',
      userSourceNameMap: { 'contracts/Counter.sol': source },
      input: input(source),
    },
    'artifacts/build-info/solc-1.output.json': { id: 'solc-1', output: output(source) },
    'artifacts/build-info/solc-2.json': {
      id: 'solc-2',
      input: { ...input(source), sources: { [source]: { content: 'other' } } },
    },
  });
  expect((await read(folder)).contracts).toEqual([COUNTER]);
});

test('reads a project of Foundry, with sources of the compiled text alone', async () => {
  const artifact = (path: string, text: string) => ({
    abi: ABI,
    ...EVM,
    metadata: {
      settings: { compilationTarget: { [path]: 'Counter' }, optimizer: { enabled: false } },
      sources: { [path]: { keccak256: to0x(keccak256(utf8(text))) } },
    },
    id: 3,
  });
  const folder = folderWith({
    'foundry.toml': '',
    'contracts/Counter.sol': TEXT,
    'contracts/Changed.sol': `${TEXT}// changed`,
    'out/Counter.sol/Counter.json': artifact('contracts/Counter.sol', TEXT),
    'out/Changed.sol/Counter.json': artifact('contracts/Changed.sol', TEXT),
    'out/build-info/a.json': { id: 'a', source_id_to_path: { 3: 'contracts/Counter.sol' } },
    'out/build-info/b.json': { id: 'b', source_id_to_path: { 3: 'contracts/Changed.sol' } },
  });
  const expected = ['contracts/Changed.sol:Counter 0x6001 0x6002 1 no text', COUNTER];
  expect((await read(folder)).contracts.toSorted()).toEqual(expected);
  expect((await read(join(folder, 'out'))).contracts.toSorted()).toEqual(expected);
});

test("reads solc's input and output, in one file or in two", async () => {
  const source = 'contracts/Counter.sol';
  const two = folderWith({ 'in.json': input(source), 'out.json': output(source) });
  expect((await read(two)).contracts).toEqual([COUNTER]);
  const one = folderWith({ 'build.json': { input: input(source), output: output(source) } });
  expect((await read(one)).contracts).toEqual([COUNTER]);
});

test('reports each damaged file in a line, and reads the others', async () => {
  const source = 'contracts/Counter.sol';
  const folder = folderWith({
    'build-info/1.json': '{"input":{"sources":{"a":',
    'build-info/2.json': { input: input(source), output: output(source) },
    'build-info/3.json': {
      output: { contracts: { a: 5, b: { C: 7, D: { abi: 'x', evm: { bytecode: { object: 9 } } } } }, sources: [] },
    },
  });
  const { contracts, warnings } = await read(folder);
  expect(contracts).toContain(COUNTER);
  expect(warnings).toEqual(['build-info/1.json is left out: expected more at byte 25']);
});

test('does not follow links, nor paths that lead out of the project', async () => {
  const outside = folderWith({ 'secret.sol': TEXT, 'x.sol/Secret.json': { contractName: 'Secret', abi: ABI } });
  const hash = to0x(keccak256(utf8(TEXT)));
  const metadata = (path: string) => ({
    settings: { compilationTarget: { [path]: 'Counter' } },
    sources: { [path]: { keccak256: hash } },
  });
  const folder = folderWith({
    'project/out/Linked.sol/Counter.json': { abi: ABI, ...EVM, metadata: metadata('linked.sol') },
    'project/out/Above.sol/Counter.json': { abi: ABI, ...EVM, metadata: metadata('../above.sol') },
    'project/out/build-info/a.json': { source_id_to_path: { 3: 'linked.sol' } },
    'project/out/build-info/b.json': { source_id_to_path: { 3: '../above.sol' } },
    'above.sol': TEXT,
  });
  symlinkSync(join(outside, 'secret.sol'), join(folder, 'project/linked.sol'));
  symlinkSync(join(outside, 'x.sol'), join(folder, 'project/out/x.sol'));
  const { contracts } = await read(join(folder, 'project'));
  expect(contracts.toSorted()).toEqual([
    '../above.sol:Counter 0x6001 0x6002 1 no text',
    'linked.sol:Counter 0x6001 0x6002 1 no text',
  ]);
});

test('has no contracts in a folder that does not exist', async () => {
  expect(await read('/nowhere/at/all')).toEqual({ contracts: [], warnings: [] });
});
