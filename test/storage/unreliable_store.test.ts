import { expect, it } from 'vitest';
import { provesAStore } from './contract.js';
import { DISK_IS_FULL, UnreliableStore } from './unreliable_store.js';

provesAStore('the unreliable store, before it fails,', async () => new UnreliableStore());

it('the unreliable store fails from the given batch on, and preserves earlier data', async () => {
  const store = new UnreliableStore();
  const put = (key: number) => store.batch([{ type: 'put', key: Uint8Array.of(key), value: Uint8Array.of(key) }]);
  store.room = 1;
  await put(1);
  for (const key of [2, 3]) await expect(put(key)).rejects.toBe(DISK_IS_FULL);
  await store.close();
  const again = new UnreliableStore(store.disk);
  expect([1, 2, 3].map((key) => again.get(Uint8Array.of(key))?.[0])).toEqual([1, undefined, undefined]);
});
