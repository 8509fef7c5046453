/** Tests which contracts are found in the folders of Hardhat and Foundry. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ArtifactFile } from '../../../src/rpc/dashboard/wire.js';
import { readArtifacts } from '../../../src/surfaces/dashboard/artifacts.js';

async function listed(folder: string): Promise<readonly ArtifactFile[]> {
  const found: ArtifactFile[] = [];
  for await (const artifact of readArtifacts(folder)) found.push(artifact);
  return found;
}

const ABI = [{ type: 'function', name: 'count', inputs: [], outputs: [{ type: 'uint256' }], stateMutability: 'view' }];

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-artifacts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const HARDHAT = {
  contractName: 'Counter',
  sourceName: 'contracts/Counter.sol',
  abi: ABI,
  bytecode: '0x6001',
  deployedBytecode: '0x6002',
};

test("finds the contracts of Hardhat's folder, and of a whole project", async () => {
  const folder = folderWith({
    'artifacts/contracts/a/Counter.sol/Counter.json': HARDHAT,
    'artifacts/contracts/a/Counter.sol/Counter.dbg.json': { buildInfo: '../x.json' },
    'artifacts/build-info/x.json': { abi: ABI },
    'node_modules/other/Other.sol/Other.json': HARDHAT,
    'package.json': { name: 'x' },
  });
  const expected = [{ contract: 'Counter', source: 'contracts/Counter.sol', abi: ABI, deployedBytecode: '0x6002' }];
  expect(await listed(folder)).toEqual(expected);
  expect(await listed(join(folder, 'artifacts'))).toEqual(expected);
});

test("finds the contracts of Foundry's folder", async () => {
  const metadata = { settings: { compilationTarget: { 'src/Counter.sol': 'Counter' } } };
  const folder = folderWith({
    'out/Counter.sol/Counter.json': { abi: ABI, deployedBytecode: { object: '0x6003' }, metadata },
    'out/Counter.sol/ICounter.json': { abi: ABI, deployedBytecode: { object: '0x' } },
  });
  expect(await listed(folder)).toEqual([
    { contract: 'Counter', source: 'src/Counter.sol', abi: ABI, deployedBytecode: '0x6003' },
    { contract: 'ICounter', abi: ABI },
  ]);
});

test('skips damaged and large files, and does not follow links', async () => {
  const outside = folderWith({ 'Secret.sol/Secret.json': { ...HARDHAT, contractName: 'Secret' } });
  const folder = folderWith({
    'A.sol/Broken.json': '{"abi":',
    'A.sol/List.json': '[]',
    'A.sol/NoAbi.json': { abi: {} },
    'A.sol/Large.json': JSON.stringify({ ...HARDHAT, contractName: 'Large', padding: 'x'.repeat(10_000_000) }),
    'A.sol/Good.json': { ...HARDHAT, contractName: 'Good' },
  });
  symlinkSync(outside, join(folder, 'Linked.sol'));
  symlinkSync(join(outside, 'Secret.sol/Secret.json'), join(folder, 'A.sol/Linked.json'));
  const found = await listed(folder);
  expect(found.map(({ contract }) => contract)).toEqual(['Good']);
});

test('finds at most 2,000 contracts', async () => {
  const files = Array.from({ length: 2010 }, (_, i) => [`A.sol/C${i}.json`, { abi: [] }] as const);
  expect(await listed(folderWith(Object.fromEntries(files)))).toHaveLength(2000);
});

test('finds nothing in a folder that does not exist', async () => {
  expect(await listed('/nonexistent/halley')).toEqual([]);
});
