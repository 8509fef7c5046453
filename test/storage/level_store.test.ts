import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openLevelStore } from '../../src/storage/level_store.js';
import { makeFolder } from '../../src/storage/make_folder.js';
import { provesAStore } from './contract.js';

const folders: string[] = [];
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halley-store-'));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

provesAStore('the LevelDB store', async () => openLevelStore(await aFolder()));
provesAStore('the LevelDB store with fsync', async () => openLevelStore(await aFolder(), { fsync: true }));

const KEY = Uint8Array.of(1);

describe('a LevelDB folder', () => {
  it('has its data when it is opened again', async () => {
    const folder = join(await aFolder(), 'made', 'when', 'missing');
    const first = await openLevelStore(folder);
    await first.batch([{ type: 'put', key: KEY, value: Uint8Array.of(9) }]);
    await first.close();
    const second = await openLevelStore(folder);
    expect(second.get(KEY)).toEqual(Uint8Array.of(9));
    await second.close();
  });

  it('is not opened as a new store by one who only reads', async () => {
    const missing = join(await aFolder(), 'missing');
    await expect(openLevelStore(missing, { readOnly: true })).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(join(missing, 'CURRENT'))).toBe(false);
  });

  it('is refused while another store uses it', async () => {
    const folder = await aFolder();
    const holder = await openLevelStore(folder);
    await expect(openLevelStore(folder)).rejects.toMatchObject({
      name: 'HalleyError',
      code: 'unavailable',
      message: expect.stringContaining(`"${folder}" is in use by another process`),
    });
    await holder.close();
  });

  // Where there is no /proc, the root folder of the disk refuses.
  it('is refused where the file system does not allow a folder', async () => {
    await expect(openLevelStore('/proc/halley/data')).rejects.toMatchObject({
      name: 'HalleyError',
      code: 'unavailable',
      message: expect.stringContaining('the store in "/proc/halley/data" cannot be used: E'),
    });
  });

  it('is refused when it is damaged', async () => {
    const folder = await aFolder();
    const store = await openLevelStore(folder);
    await store.batch([{ type: 'put', key: KEY, value: Uint8Array.of(9) }]);
    await store.close();
    const manifest = (await readdir(folder)).find((file) => file.startsWith('MANIFEST'));
    await writeFile(join(folder, manifest ?? ''), 'not a manifest');
    await expect(openLevelStore(folder)).rejects.toMatchObject({
      name: 'HalleyError',
      code: 'corrupt-store',
      message: expect.stringContaining(`"${folder}" is damaged`),
    });
  });

  it('is refused in one line when a file in it cannot be read', async () => {
    const folder = await aFolder();
    await (await openLevelStore(folder)).close();
    await rm(join(folder, 'CURRENT'));
    await mkdir(join(folder, 'CURRENT'));
    await expect(openLevelStore(folder)).rejects.toMatchObject({
      name: 'HalleyError',
      code: 'unavailable',
      message: expect.stringMatching(/^the store in "[^"]*" cannot be used: EISDIR: [^\n]*$/),
    });
  });

  it('is refused when the path is a file', async () => {
    const file = join(await aFolder(), 'file');
    await writeFile(file, '');
    await expect(openLevelStore(file)).rejects.toMatchObject({ name: 'HalleyError', code: 'unavailable' });
  });

  it('contains only whole batches after its process is killed', async () => {
    const folder = await aFolder();
    const writer = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'endless_writer.ts'), folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const acknowledged = await new Promise<number>((resolve) => {
      let last = '';
      writer.stdout.on('data', (chunk: Buffer) => {
        last = String(chunk).trim().split('\n').at(-1) ?? '';
        if (Number(last) >= 200) resolve(Number(last));
      });
    });
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const store = await openLevelStore(folder);
    const counters = [0, 1, 2, 3].map((i) => new DataView(store.get(Uint8Array.of(i))?.slice().buffer as ArrayBuffer));
    const values = counters.map((view) => view.getUint32(0));
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toBeGreaterThanOrEqual(acknowledged);
    await store.close();
  });
});

it('makes a folder and its parents with the same mode', async () => {
  const parent = join(await aFolder(), 'secret');
  makeFolder(join(parent, 'inner'), 0o700);
  expect([parent, join(parent, 'inner')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});
