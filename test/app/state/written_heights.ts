/**
 * Writes heights that depend on their number alone. Run with a folder, this file is a process for `open.long.test.ts` to
 * kill.
 */
import { openAppState } from '../../../src/app/state/open.js';
import type { AppState, StoreName } from '../../../src/app/state/types.js';
import { openLevelStore } from '../../../src/storage/level_store.js';
import type { Store } from '../../../src/storage/store.js';
import { ADDRESSES, apply, KEYS, SLOTS, STORES } from './model.js';

/** Writes and commits height `h`; every seventh deletes, every fifth has no writes. */
export async function writeHeight(state: AppState, store: Store, h: number): Promise<void> {
  const working = state.begin(BigInt(h));
  const pick = <T>(list: readonly T[]): number => h % list.length;
  if (h % 7 === 6) {
    apply(working, { type: 'delete account', address: pick(ADDRESSES) });
    apply(working, { type: 'delete', store: pick(STORES), key: pick(KEYS) });
  } else if (h % 5 !== 4) {
    apply(working, {
      type: 'account',
      address: pick(ADDRESSES),
      nonce: BigInt(h),
      balance: 1n << BigInt(h % 200),
      code: h % 3,
    });
    apply(working, { type: 'slot', address: (h + 1) % ADDRESSES.length, slot: pick(SLOTS), value: h });
    working.set('feemarket' satisfies StoreName, Uint8Array.of(1), Uint8Array.of(1, h >> 8, h & 255));
    apply(working, { type: 'set', store: 0, key: pick(KEYS), value: h + 1 });
  }
  await store.batch(state.seal().writes);
  state.commit();
}

const [, script, folder] = process.argv;
if (script?.endsWith('written_heights.ts') && folder !== undefined) {
  const store = await openLevelStore(folder);
  const state = await openAppState(store);
  for (let height = state.height === undefined ? 0 : Number(state.height) + 1; ; height++) {
    await writeHeight(state, store, height);
    process.stdout.write(`${height}\n`);
  }
}
