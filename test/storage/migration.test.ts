/** Tests that a store of an earlier version is migrated step by step, even after interruptions, or refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fromUtf8, utf8 } from '../../src/kernel/text.js';
import { guarded } from '../../src/storage/checksummed_store.js';
import { HEAD_KEY, readHead, STORE_VERSION, sealHead } from '../../src/storage/head.js';
import { MemoryStore } from '../../src/storage/memory_store.js';
import { type Migration, stepsBetween } from '../../src/storage/migration.js';
import { MIGRATIONS } from '../../src/storage/migrations/index.generated.js';
import { seal } from '../../src/storage/sealed_value.js';
import { DISK_IS_FULL, UnreliableStore } from './unreliable_store.js';

const FIRST = STORE_VERSION - 2;
const keyOf = (name: string): Uint8Array => utf8(name);
const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };

/** Makes a step that appends its own letter to every value that does not end with it, in batches of one record. */
const appending = (from: number, letter: string): Migration => ({
  from,
  async *rewrite(store) {
    for await (const [key, value] of store.entries(EVERYTHING)) {
      const text = fromUtf8(value);
      if (!text.endsWith(letter)) yield [{ type: 'put', key, value: utf8(`${text}${letter}`) }];
    }
  },
});

const STEPS = [appending(STORE_VERSION - 1, 'b'), appending(FIRST, 'a')];

/** Makes a store of version `FIRST` with two records. */
async function anOldStore(): Promise<MemoryStore> {
  const disk = new MemoryStore();
  const records = ['one', 'two'].map((name) => [keyOf(name), seal(keyOf(name), utf8(name))] as const);
  const head = [HEAD_KEY, sealHead({ version: FIRST, last: 5, writer: undefined })] as const;
  await disk.batch([...records, head].map(([key, value]) => ({ type: 'put', key, value })));
  return disk;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const headOf = (disk: MemoryStore) => readHead(disk.get(HEAD_KEY) as Uint8Array, 'folder');

it.each([true, false])('runs the steps in the order of their versions, read-only: %s', async (readOnly) => {
  const disk = await anOldStore();
  const store = await guarded(disk, aFolder(), { readOnly, writer: 'halley 1' }, STEPS);
  expect(['one', 'two'].map((name) => fromUtf8(store.need(keyOf(name))))).toEqual(['oneab', 'twoab']);
  // Each of the two steps writes two records and a version.
  expect(headOf(disk)).toEqual({ version: STORE_VERSION, last: 11, writer: 'halley 1' });
});

it('ends with the same records wherever it is interrupted', async () => {
  const BATCHES = 6;
  for (let room = 0; room < BATCHES; room++) {
    const disk = await anOldStore();
    const folder = aFolder();
    const failing = new UnreliableStore(disk);
    failing.room = room;
    await expect(guarded(failing, folder, {}, STEPS)).rejects.toBe(DISK_IS_FULL);
    expect(headOf(disk).version).toBe(room < 3 ? FIRST : FIRST + 1);
    const store = await guarded(disk, folder, {}, STEPS);
    expect(['one', 'two'].map((name) => fromUtf8(store.need(keyOf(name))))).toEqual(['oneab', 'twoab']);
    expect(headOf(disk).version).toBe(STORE_VERSION);
  }
});

it('writes nothing when a step is missing', async () => {
  const disk = await anOldStore();
  const last = STEPS.slice(0, 1);
  await expect(guarded(disk, aFolder(), {}, last)).rejects.toMatchObject({
    code: 'unavailable',
    facts: { version: FIRST, supported: STORE_VERSION },
  });
  expect(headOf(disk)).toEqual({ version: FIRST, last: 5, writer: undefined });
});

it('leads from version 3 to the current one without a gap', () => {
  const steps = stepsBetween(3, STORE_VERSION, MIGRATIONS) ?? [];
  expect(steps.map(({ from }) => from)).toEqual(MIGRATIONS.map(({ from }) => from).sort((a, b) => a - b));
});
