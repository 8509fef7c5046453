/** Watches folders of artifacts: a change is seen at once, and without one nothing is listed again. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles, watchFolders } from '../../../src/devnet/artifacts/artifact_folder.js';
import { ProjectSources } from '../../../src/devnet/artifacts/project_sources.js';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'out', 'A.sol'), { recursive: true });
  writeFileSync(join(folder, 'out', 'A.sol', 'A.json'), '{"abi":[]}');
  return folder;
}

async function watched(folder: string) {
  const watch = watchFolders((await listFiles(folder)).folders);
  onTestFinished(() => watch.close());
  return watch;
}

const CHANGES: Readonly<Record<string, (folder: string) => void>> = {
  'a file written in its place': (folder) => writeFileSync(join(folder, 'out/A.sol/A.json'), '{"abi":[1]}'),
  'a new file': (folder) => writeFileSync(join(folder, 'out/A.sol/B.json'), '{"abi":[2]}'),
  'a new folder': (folder) => mkdirSync(join(folder, 'out/C.sol')),
  'a file moved into its place': (folder) => {
    writeFileSync(join(folder, 'D.tmp'), '{"abi":[3]}');
    renameSync(join(folder, 'D.tmp'), join(folder, 'out/A.sol/A.json'));
  },
  'a removed folder': (folder) => rmSync(join(folder, 'out/A.sol'), { recursive: true }),
};

test.each(Object.entries(CHANGES))('sees %s', async (_, change) => {
  const folder = project();
  const watch = await watched(folder);
  expect(await watch.isCurrent()).toBe(true);
  change(folder);
  expect(await watch.isCurrent()).toBe(false);
});

test('lists again where nothing can be watched', async () => {
  const watch = await watched(join(project(), 'missing'));
  expect(await watch.isCurrent()).toBe(false);
});

test('reads again what changes while it is read, and keeps the contracts where a file is half written', async () => {
  const folder = project();
  const file = (name: string): string => join(folder, `out/A.sol/${name}.json`);
  const artifact = (code: string): string =>
    JSON.stringify({ abi: [], bytecode: '0x60', deployedBytecode: `0x${code}` });
  for (let i = 0; i < 200; i++) writeFileSync(file(`B${i}`), artifact(`60${i.toString(16).padStart(4, '0')}`));
  const warnings: string[] = [];
  const sources = new ProjectSources([folder], (text) => warnings.push(text));
  onTestFinished(() => sources.close());
  const reading = sources.refresh();
  for (const [name, code] of Object.entries({ B3: '61aaaa', B150: '62bbbb' }))
    writeFileSync(file(name), artifact(code));
  writeFileSync(file('B151'), '{"abi":[],"deployedByte');
  await reading;
  await sources.refresh();
  const codes = new Map([...sources.index.contracts()].map(({ name, runtime }) => [name, runtime?.bytes]));
  expect([codes.get('B3'), codes.get('B150')]).toEqual([
    Uint8Array.of(0x61, 0xaa, 0xaa),
    Uint8Array.of(0x62, 0xbb, 0xbb),
  ]);
  expect(codes.size).toBe(200);
  expect(warnings.at(-1)).toBe(`${file('B151')} is left out: expected the end of a text at byte 10`);
});
