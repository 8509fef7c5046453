import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/app/state/flat.js';
import { openAppState } from '../../../src/app/state/open.js';
import type { AppState } from '../../../src/app/state/types.js';
import type { VersionedState } from '../../../src/app/state/versioned_state.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { contentOf } from './state_scenario.js';

describe('pruning', () => {
  it.each([undefined, new MemoryStore()])(
    'stores at most what the retained heights need (store: %s)',
    async (store) => {
      const state = (await openAppState(store, { retain: 3 })) as VersionedState;
      const [changing, coming] = [utf8('changing'), utf8('coming and going')];
      for (let h = 1; h <= 41; h++) {
        const working = state.begin(BigInt(h));
        working.set('bank', changing, utf8(`${h}`));
        if (h % 10 === 0) working.set('bank', coming, utf8(`${h}`));
        else working.delete('bank', coming);
        const { writes } = state.seal();
        await store?.batch(writes);
        state.commit();
        const { cells } = state.flat.stores.bank;
        expect(cells.size).toBe(h % 10 < 3 && h > 3 ? 2 : 1);
        if (store === undefined) {
          const cell = cells.get('changing') as Cell<Uint8Array>;
          const versions = Array.from({ length: cell.archived }, (_, ordinal) =>
            state.archive.version(state.flat.stores.bank, 'changing', cell, ordinal),
          );
          expect(versions.filter((version) => version !== undefined)).toHaveLength(Math.min(h - 1, 2));
          if (h >= 3) expect(state.archive.record(h - 2).height).toBe(h - 2);
          expect(() => state.archive.record(h - 3)).toThrow('is retained');
        } else {
          const kinds = (await contentOf(store)).map((record) => record.slice(0, 4));
          const counts = ['sL', 'sV', 'sH'].map((kind) => kinds.filter((found) => found === toHex(utf8(kind))).length);
          // At 10, 20… a key is created, at 11, 21… it is deleted, and two heights later all of its records are gone.
          const gone = h > 3 && (h % 10 === 1 || h % 10 === 2) ? 1 : 0;
          expect(counts).toEqual([cells.size, Math.min(h - 1, 2) + gone, Math.min(h, 3)]);
        }
      }
    },
  );

  it('prunes step by step over the next blocks when fewer heights are to be retained', async () => {
    const store = new MemoryStore();
    const all = await openAppState(store);
    const block = async (state: AppState): Promise<void> => {
      const height = (state.height ?? 0n) + 1n;
      state.begin(height).set('bank', Uint8Array.of(Number(height) % 3), utf8(`${height}`));
      await store.batch(state.seal().writes);
      state.commit();
    };
    for (let i = 0; i < 150; i++) await block(all);
    const before = (await contentOf(store)).length;
    const few = await openAppState(store, { retain: 10 });
    expect(few.at(1n).get('bank', Uint8Array.of(1))).toEqual(utf8('1'));
    const reader = few.at(100n);
    await block(few);
    expect(() => few.at(64n)).toThrow('was pruned');
    expect(few.at(65n).get('bank', Uint8Array.of(2))).toEqual(utf8('65'));
    for (let i = 0; i < 2; i++) await block(few);
    expect(() => few.at(143n)).toThrow('was pruned');
    expect(() => reader.get('bank', Uint8Array.of(1))).toThrow('was pruned');
    expect(few.at(144n).get('bank', Uint8Array.of(0))).toEqual(utf8('144'));
    expect((await contentOf(store)).length).toBeLessThan(before / 5);
  });

  it('refuses to retain fewer than two heights', async () => {
    await expect(openAppState(undefined, { retain: 1 })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
