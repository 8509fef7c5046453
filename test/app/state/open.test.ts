import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { openLevelStore } from '../../../src/storage/level_store.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { Store } from '../../../src/storage/store.js';
import { ADDRESSES, shown } from './model.js';
import { writeHeight } from './written_heights.js';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function aStoreOf(heights: number): Promise<MemoryStore> {
  const store = new MemoryStore();
  const state = await openAppState(store);
  for (let height = 0; height < heights; height++) await writeHeight(state, store, height);
  return store;
}

/** Changes the first record of a kind. */
async function damage(
  store: Store,
  kind: string,
  change: (value: Uint8Array) => Uint8Array | undefined,
): Promise<void> {
  const range = { gte: utf8(kind), lt: utf8(`${kind}~`), limit: 1 };
  for await (const [key, value] of store.entries(range)) {
    const changed = change(value);
    await store.batch([changed ? { type: 'put', key, value: changed } : { type: 'del', key }]);
  }
}

describe('a state in a store', () => {
  it('is the same after the store is opened again, on disk too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'halley-state-'));
    folders.push(folder);
    const first = await openLevelStore(folder);
    const state = await openAppState(first);
    for (let height = 0; height < 20; height++) await writeHeight(state, first, height);
    const before = Array.from({ length: 20 }, (_, h) => shown(state.at(BigInt(h))));
    await first.close();
    const second = await openLevelStore(folder);
    const again = await openAppState(second, { recentHeights: 1 });
    expect(again.height).toBe(19n);
    expect(Array.from({ length: 20 }, (_, h) => shown(again.at(BigInt(h))))).toEqual(before);
    expect(toHex(again.appHash(7n))).toBe(toHex(state.appHash(7n)));
    expect(again.proveAccount(3n, ADDRESSES[0] as Uint8Array, [])).toEqual(
      state.proveAccount(3n, ADDRESSES[0] as Uint8Array, []),
    );
    await second.close();
  });

  it('is refused when a value differs from the committed one', async () => {
    const store = await aStoreOf(3);
    await damage(store, 'sLk', (value) => value.with(value.length - 1, 255));
    await expect(openAppState(store)).rejects.toMatchObject({
      code: 'corrupt-store',
      message: expect.stringContaining('the roots of its values differ from those stored for its latest height, 2'),
    });
  });

  it('is refused when a value, the head or the roots are missing or malformed', async () => {
    const cases: readonly [string, (value: Uint8Array) => Uint8Array | undefined, string][] = [
      ['sLa', () => undefined, 'the roots of its values'],
      ['sLa', (value) => value.subarray(0, 3), 'damaged state'],
      ['sM', () => undefined, 'it has values, but no latest height'],
      ['sM', () => Uint8Array.of(8, 9), 'the state has layout 9, expected 1'],
      ['sM', () => Uint8Array.of(8, 1, 16, 1), 'above its latest height 1'],
      ['sM', () => Uint8Array.of(8, 1, 16, 9), 'is missing'],
    ];
    for (const [kind, change, message] of cases) {
      const store = await aStoreOf(3);
      await damage(store, kind, change);
      await expect(openAppState(store), kind).rejects.toMatchObject({
        name: 'HalleyError',
        code: 'corrupt-store',
        message: expect.stringContaining(message),
      });
    }
  });

  it('reports a damaged old version', async () => {
    const store = await aStoreOf(6);
    await damage(store, 'sVk', () => Uint8Array.of(255));
    const state = await openAppState(store);
    expect(() => shown(state.at(0n))).toThrow('damaged record of the state');
  });

  it('shares the store with other data', async () => {
    const store = await aStoreOf(2);
    await store.batch([{ type: 'put', key: utf8('b1'), value: utf8('block') }]);
    expect((await openAppState(store)).height).toBe(1n);
  });
});
