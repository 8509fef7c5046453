/** Watches folders of artifacts: a change is seen at once, and without one nothing is listed again. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles, watchFolders } from '../../../src/devnet/artifacts/artifact_folder.js';

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
