/**
 * Damages a folder's files. Whatever happens to them, reads return what was written, or the store reports the damage. A
 * store must never be silently shorter or different.
 */
import { cp, mkdtemp, readdir, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HalleyError } from '../../src/kernel/errors.js';
import { toHex } from '../../src/kernel/hex.js';
import { RandomStream, seedStream } from '../../src/kernel/random.js';
import { unpackSnappy } from '../../src/storage/level_check/check_folder.js';
import { crc32c, masked } from '../../src/storage/level_check/crc32c.js';
import { readLog } from '../../src/storage/level_check/log_file.js';
import { type LevelStoreOptions, openLevelStore } from '../../src/storage/level_store.js';
import { WITNESS_FILE } from '../../src/storage/witness.js';

const folders: string[] = [];
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halley-damage-'));
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const key = (n: number): Uint8Array => Uint8Array.of(1, n >> 8, n & 255);
const value = (n: number, round: number): Uint8Array =>
  new Uint8Array(40 + (n % 90)).map((_, i) => (n * 31 + round * 7 + i) & 255);

/** Lists everything in the folder, in order. */
async function content(folder: string, options: LevelStoreOptions = {}): Promise<string[]> {
  const store = await openLevelStore(folder, options);
  try {
    const found: string[] = [];
    for await (const [at, bytes] of store.entries({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) }))
      found.push(`${toHex(at)}=${toHex(bytes)}`);
    return found;
  } finally {
    await store.close();
  }
}

/** Writes tables in three sessions of the folder, and a log of several blocks. */
async function write(folder: string): Promise<void> {
  for (const round of [0, 1, 2]) {
    const store = await openLevelStore(folder);
    for (let n = 0; n < 240; n += 4)
      await store.batch(
        [0, 1, 2, 3].map((i) =>
          (n + i) % 11 === round
            ? { type: 'del', key: key(n + i) }
            : { type: 'put', key: key(n + i + round * 20), value: value(n + i, round) },
        ),
      );
    await store.batch(
      Array.from({ length: 300 }, (_, i) => ({ type: 'put', key: key(1000 + i), value: value(i, round) })),
    );
    await store.close();
  }
}

let whole: string;
let expected: readonly string[];
let files: readonly string[];
beforeAll(async () => {
  whole = await aFolder();
  await write(whole);
  files = (await readdir(whole)).filter((file) => !/^(LOCK|LOG|LOG\.old)$/.test(file)).sort();
  const copy = await aFolder();
  await cp(whole, copy, { recursive: true });
  expected = await content(copy);
});

/** Damages a copy and returns the outcome. */
async function outcomeAfter(damage: (folder: string) => Promise<void>): Promise<'the same' | HalleyError | string> {
  const folder = await aFolder();
  await cp(whole, folder, { recursive: true });
  await damage(folder);
  try {
    const found = await content(folder);
    return found.join() === expected.join()
      ? 'the same'
      : `other content: ${found.length} of ${expected.length} records`;
  } catch (error) {
    return error instanceof HalleyError ? error : `a crash: ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function mustBeSafe(what: string, outcome: Awaited<ReturnType<typeof outcomeAfter>>): void {
  if (outcome === 'the same') return;
  expect(outcome, what).toMatchObject({ code: 'corrupt-store' });
  expect((outcome as HalleyError).message, what).toContain('restore the folder from a copy');
}

describe('a folder whose files are damaged', () => {
  it('has files of every kind', () => {
    const kinds = new Set(files.map((file) => file.replace(/[-\d]+/, '')));
    expect([...kinds].sort()).toEqual(['.ldb', '.log', 'CURRENT', 'MANIFEST', 'WITNESS'].sort());
  });

  it('is right, or reports the damage, after bytes were changed anywhere', async () => {
    const random = new RandomStream(seedStream('damage', 'flips'));
    let noticed = 0;
    for (const file of files)
      for (let run = 0; run < 24; run++) {
        const bytes = await readFile(join(whole, file));
        const at = random.below(bytes.length);
        const length = 1 + random.below(4);
        for (let i = at; i < Math.min(at + length, bytes.length); i++)
          bytes[i] = (bytes[i] as number) ^ (1 + random.below(255));
        const outcome = await outcomeAfter((folder) => writeFile(join(folder, file), bytes));
        mustBeSafe(`${file}: ${length} bytes from ${at}`, outcome);
        if (outcome !== 'the same') noticed++;
      }
    // Undetected changes are harmless: a slot of the witness, or a manifest field that a later one replaces.
    expect(noticed).toBeGreaterThan(24 * (files.length - 2));
  });

  it('is right, or reports the damage, when a file is truncated', async () => {
    const random = new RandomStream(seedStream('damage', 'cuts'));
    for (const file of files) {
      const { length } = await readFile(join(whole, file));
      const cuts = [
        0,
        1,
        length - 1,
        length - 2,
        length - 8,
        ...Array.from({ length: 16 }, () => random.below(length)),
      ];
      for (const cut of cuts.filter((at) => at >= 0))
        mustBeSafe(`${file} cut at ${cut}`, await outcomeAfter((folder) => truncate(join(folder, file), cut)));
    }
  });

  it('is right, or reports the damage, when a file is missing', async () => {
    for (const file of files)
      if (file !== WITNESS_FILE) {
        const outcome = await outcomeAfter((folder) => unlink(join(folder, file)));
        expect(outcome, file).toMatchObject({ code: 'corrupt-store' });
      }
    mustBeSafe(WITNESS_FILE, await outcomeAfter((folder) => unlink(join(folder, WITNESS_FILE))));
  });
});

const log = async (folder: string): Promise<string> => {
  const name = (await readdir(folder)).filter((file) => file.endsWith('.log')).at(-1);
  return join(folder, name ?? '');
};

describe('a log whose end is lost', () => {
  it('is not accepted as a shorter one, until the owner agrees', async () => {
    const folder = await aFolder();
    const store = await openLevelStore(folder);
    for (const n of [1, 2, 3]) await store.batch([{ type: 'put', key: key(n), value: value(n, 0) }]);
    await store.close();
    await truncate(await log(folder), (await readFile(await log(folder))).length - 3);
    const refused = openLevelStore(folder);
    await expect(refused).rejects.toMatchObject({ code: 'corrupt-store', facts: { last: 2, witnessed: 3 } });
    await expect(refused).rejects.toThrow(
      `the store in "${folder}" is damaged: it ends with write 2, and write 3 was acknowledged; restore the folder from ` +
        'a copy, remove it to start anew, or delete WITNESS in it to continue with the remaining records',
    );
    // A full disk or a power loss may leave an empty file, so it does not count as the owner's decision.
    await truncate(join(folder, WITNESS_FILE), 0);
    await expect(openLevelStore(folder)).rejects.toThrow('WITNESS in it, which records the last write, cannot be read');
    await unlink(join(folder, WITNESS_FILE));
    expect((await content(folder)).length).toBe(2);
    // From then on the end of the log is checked again.
    const again = await openLevelStore(folder);
    await again.batch([{ type: 'put', key: key(9), value: value(9, 0) }]);
    await again.close();
    await truncate(await log(folder), 0);
    await expect(openLevelStore(folder)).rejects.toMatchObject({ code: 'corrupt-store' });
  });
});

describe('a manifest whose end is lost', () => {
  it('is not accepted as an older one: a table would be lost, and its log is deleted', async () => {
    const folder = await aFolder();
    const store = await openLevelStore(folder);
    // This is twice as much as LevelDB holds in memory, so that it writes tables while the store is open.
    for (let n = 0; n < 24; n++)
      await store.batch([{ type: 'put', key: key(n), value: new Uint8Array(500_000).map((_, i) => (i * n) & 255) }]);
    await store.close();
    const manifest = (await readdir(folder)).find((file) => file.startsWith('MANIFEST')) ?? '';
    const bytes = await readFile(join(folder, manifest));
    const cuts = await Promise.all(
      [1, 8, 40, 80, 160, bytes.length]
        .filter((cut) => cut <= bytes.length)
        .map(async (cut) => {
          const copy = await aFolder();
          await cp(folder, copy, { recursive: true });
          await truncate(join(copy, manifest), bytes.length - cut);
          return content(copy).then(
            (found) => found.length,
            (error: unknown) => (error as HalleyError).code,
          );
        }),
    );
    for (const outcome of cuts) expect([24, 'corrupt-store']).toContain(outcome);
    expect(cuts).toContain('corrupt-store');
  });
});

describe('a value that differs from the one written', () => {
  const damaged = async (
    change: (level: ClassicLevel<Uint8Array, Uint8Array>) => Promise<unknown>,
  ): Promise<string> => {
    const folder = await aFolder();
    const store = await openLevelStore(folder);
    await store.batch([1, 2, 3].map((n) => ({ type: 'put', key: key(n), value: value(7, 0) })));
    await store.close();
    const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, { keyEncoding: 'view', valueEncoding: 'view' });
    await change(level);
    await level.close();
    return folder;
  };

  it('is named and reported once', async () => {
    const folder = await damaged(async (level) => {
      const bytes = await level.get(key(2));
      if (bytes)
        await level.put(
          key(2),
          bytes.map((byte, i) => (i === 5 ? byte ^ 1 : byte)),
        );
    });
    const received: HalleyError[] = [];
    const options = {
      nameOf: () => ({ text: 'block of height 2', height: 2n }),
      onDamage: (error: HalleyError) => void received.push(error),
    };
    const store = await openLevelStore(folder, options);
    for (let i = 0; i < 3; i++)
      expect(() => store.get(key(2))).toThrow(
        `the store in "${folder}" is damaged: the block of height 2 fails its checksum`,
      );
    expect(received).toMatchObject([{ code: 'corrupt-store', facts: { height: 2n, record: 'block of height 2' } }]);
    expect(store.get(key(1))).toEqual(value(7, 0));
    await store.close();
    await expect(content(folder)).rejects.toMatchObject({ code: 'corrupt-store' });
  });

  it('is detected under another key, and when it is too short for a checksum', async () => {
    const folder = await damaged(async (level) => {
      await level.put(key(1), (await level.get(key(2))) ?? new Uint8Array());
      await level.put(key(3), Uint8Array.of(1));
    });
    const store = await openLevelStore(folder);
    for (const n of [1, 3]) expect(() => store.get(key(n))).toThrow('fails its checksum');
    await store.close();
  });

  it('is reported when a required one is missing', async () => {
    const folder = await damaged((level) => level.del(key(1)));
    const store = await openLevelStore(folder);
    expect(() => store.need(key(1))).toThrow(/record 010001 is missing/);
    await store.close();
  });
});

describe('a folder in another format', () => {
  it('is refused with a message, and not changed', async () => {
    const folder = await aFolder();
    const level = new ClassicLevel<string, string>(folder);
    await level.put('Lsstate', 'of another program');
    await level.close();
    for (let i = 0; i < 2; i++)
      await expect(openLevelStore(folder)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('has no store version, and this version of halley reads only'),
      });
  });
});

describe('a log of several blocks', () => {
  it('is damaged where more data follows the damage, and torn where none does', () => {
    const BLOCK = 32_768;
    const log = new Uint8Array(3 * BLOCK);
    for (const at of [0, BLOCK, 2 * BLOCK]) {
      const payload = BLOCK - 7;
      log.set([payload & 255, payload >> 8, 1], at + 4);
      log.fill(1 + at / BLOCK, at + 7, at + BLOCK);
      new DataView(log.buffer).setUint32(at, masked(crc32c(log, at + 6, at + BLOCK)), true);
    }
    expect(readLog(log)).toMatchObject({ state: 'whole', records: { length: 3 } });
    const states = [0, 1, 2].map((block) => readLog(log.with(block * BLOCK + 100, 0)));
    expect(states.map(({ state, records }) => [state, records.length])).toEqual([
      ['damaged', 0],
      ['damaged', 1],
      ['torn', 2],
    ]);
  });
});

it('a block of Snappy has its literals whatever their length', () => {
  for (const length of [1, 60, 61, 256, 257]) {
    const literal = new Uint8Array(length).fill(7);
    const size = length - 1;
    const tag = size < 60 ? [size << 2] : size < 256 ? [60 << 2, size] : [61 << 2, size & 255, size >> 8];
    const declared = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
    expect(unpackSnappy(Uint8Array.of(...declared, ...tag, ...literal))).toEqual(literal);
  }
});
