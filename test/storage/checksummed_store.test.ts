/** Tests what the checks around a database do when it fails, is slow, or is closed. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HalleyError } from '../../src/kernel/errors.js';
import { type GuardOptions, guarded, HEAD_KEY, STORE_VERSION, sealHead } from '../../src/storage/checksummed_store.js';

import type { KeyRange, WriteOp } from '../../src/storage/store.js';
import { WITNESS_FILE, Witness } from '../../src/storage/witness.js';
import { DISK_IS_FULL, UnreliableStore } from './unreliable_store.js';

const at = (n: number): Uint8Array => Uint8Array.of(n);
const put = (n: number): WriteOp => ({ type: 'put', key: at(n), value: at(10 * n) });
const EVERYTHING: KeyRange = { gte: new Uint8Array(0), lt: at(255) };

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Checks which files of a folder this process has open, where the system tells. */
function expectOpen(folder: string, files: readonly string[]): void {
  if (!existsSync('/proc/self/fd')) return;
  const open = readdirSync('/proc/self/fd').flatMap((file) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${file}`);
      return path.startsWith(folder) ? [path.slice(folder.length + 1)] : [];
    } catch {
      return [];
    }
  });
  expect(open).toEqual(files);
}

async function aStore(options: GuardOptions = {}) {
  const raw = new UnreliableStore();
  const folder = aFolder();
  return { raw, folder, store: await guarded(raw, folder, options) };
}

describe('a store after a failed write', () => {
  it('writes nothing more, even when the disk has room again, and still reads', async () => {
    const { raw, store } = await aStore();
    await store.batch([put(1)]);
    raw.room = 0;
    await expect(store.batch([put(2)])).rejects.toBe(DISK_IS_FULL);
    raw.room = Number.POSITIVE_INFINITY;
    await expect(store.batch([put(3)])).rejects.toBe(DISK_IS_FULL);
    expect([1, 2, 3].map((n) => store.get(at(n)))).toEqual([at(10), undefined, undefined]);
    await store.close();
  });

  it('fails the batches that were waiting for it', async () => {
    const { raw, store } = await aStore();
    let open = (): void => {};
    raw.gate = new Promise((resolve) => {
      open = resolve;
    });
    raw.room = 1;
    const all = Promise.allSettled([1, 2, 3].map((n) => store.batch([put(n)])));
    open();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await store.close();
    expect([1, 2, 3].map((n) => raw.disk.get(at(n)) !== undefined)).toEqual([true, false, false]);
  });
});

describe('a closed store', () => {
  it('has written the batches that were in flight', async () => {
    const { raw, folder, store } = await aStore();
    let open = (): void => {};
    raw.gate = new Promise((resolve) => {
      open = resolve;
    });
    const written = [1, 2].map((n) => store.batch([put(n)]));
    const closed = Promise.all([store.close(), store.close()]);
    open();
    await Promise.all([...written, closed]);
    const again = await guarded(new UnreliableStore(raw.disk), folder, {});
    expect([1, 2].map((n) => again.get(at(n)))).toEqual([at(10), at(20)]);
    await again.close();
  });

  it('has called back once, and has no file open, also when closing fails', async () => {
    for (const failure of [undefined, new Error('the disk is gone')]) {
      const calls: string[] = [];
      const { raw, folder, store } = await aStore({ onClosed: async () => void calls.push('closed') });
      await store.batch([put(1)]);
      expectOpen(folder, [WITNESS_FILE]);
      raw.closeFailure = failure as HalleyError | undefined;
      const closed = Promise.allSettled([store.close(), store.close()]);
      const outcome =
        failure === undefined
          ? 'fulfilled'
          : expect.objectContaining({ code: 'store-failed', facts: { folder, cause: failure.message } });
      expect((await closed).map((each) => (each.status === 'fulfilled' ? each.status : each.reason))).toEqual([
        outcome,
        outcome,
      ]);
      expect(calls).toEqual(['closed']);
      expectOpen(folder, []);
    }
  });
});

describe('a store that is refused', () => {
  it('leaves no file open', async () => {
    const folder = aFolder();
    writeFileSync(join(folder, WITNESS_FILE), 'no slot of it is intact');
    await expect(guarded(new UnreliableStore(), folder, {})).rejects.toMatchObject({ code: 'corrupt-store' });
    expectOpen(folder, []);
  });

  it.each([STORE_VERSION - 1, STORE_VERSION + 1])('because of its version %d leaves no file open', async (version) => {
    const folder = aFolder();
    const witness = Witness.open(folder, {});
    witness.write(0);
    witness.close();
    const raw = new UnreliableStore();
    const value = sealHead({ version, last: 0, writer: undefined });
    await raw.disk.batch([{ type: 'put', key: HEAD_KEY, value }]);
    await expect(guarded(raw, folder, {})).rejects.toMatchObject({
      code: 'unavailable',
      facts: { folder, version, supported: STORE_VERSION },
    });
    expectOpen(folder, []);
    expect(raw.disk.get(HEAD_KEY)).toEqual(value);
  });
});

describe('a store', () => {
  it.each([true, false])('syncs the number of each write only when asked to, with fsync: %s', async (fsync) => {
    const fs = createRequire(import.meta.url)('node:fs') as { fdatasyncSync: (file: number) => void };
    const { fdatasyncSync } = fs;
    let calls = 0;
    fs.fdatasyncSync = (file) => {
      calls++;
      fdatasyncSync(file);
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.fdatasyncSync = fdatasyncSync;
      syncBuiltinESMExports();
    });
    const { store } = await aStore({ fsync });
    for (const n of [1, 2, 3]) await store.batch([put(n)]);
    expect(calls).toBe(fsync ? 3 : 0);
    await store.close();
  });

  it('that is opened read-only refuses to write', async () => {
    const { raw, store } = await aStore({ readOnly: true });
    expect(() => store.batch([put(1)])).toThrow('a store that was opened read-only is written');
    expect(raw.disk.get(HEAD_KEY)).toBeUndefined();
    await store.close();
  });

  it('ends the iteration of its database when its own stops early', async () => {
    const ended: string[] = [];
    class Iterated extends UnreliableStore {
      override async *entries(range: KeyRange) {
        try {
          yield* super.entries(range);
        } finally {
          ended.push('entries');
        }
      }

      override async *keys(range: KeyRange) {
        try {
          yield* super.keys(range);
        } finally {
          ended.push('keys');
        }
      }
    }
    const store = await guarded(new Iterated(), aFolder(), {});
    await store.batch([put(1), put(2)]);
    ended.length = 0;
    for await (const _ of store.entries(EVERYTHING)) break;
    for await (const _ of store.keys(EVERYTHING)) break;
    expect(ended).toEqual(['entries', 'keys']);
    await store.close();
  });
});

describe('the witness', () => {
  it('knows the write before the last one when the last one was interrupted', () => {
    const folder = aFolder();
    for (const last of [7, 8]) {
      const witness = Witness.open(folder, {});
      for (const number of [last - 1, last]) witness.write(number);
      witness.close();
      const read = (): Witness['last'] => {
        const again = Witness.open(folder, { readOnly: true });
        again.close();
        return again.last;
      };
      expect(read()).toBe(last);
      const file = join(folder, WITNESS_FILE);
      const bytes = Buffer.from(readFileSync(file));
      const slot = bytes.indexOf(String(last).padStart(16, '0'));
      bytes[slot] = 0;
      writeFileSync(file, bytes);
      expect(read()).toBe(last - 1);
    }
  });
});
