/** Reads and writes a store's records without its checks, to make what no version of Halley would write. */
import { ClassicLevel } from 'classic-level';
import { HEAD_KEY, type Head, readHead } from '../../../src/storage/checksummed_store.js';

async function within<T>(folder: string, use: (level: ClassicLevel<Uint8Array, Uint8Array>) => Promise<T>): Promise<T> {
  const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, { keyEncoding: 'view', valueEncoding: 'view' });
  await level.open();
  try {
    return await use(level);
  } finally {
    await level.close();
  }
}

export const putRaw = (folder: string, key: Uint8Array, value: Uint8Array): Promise<void> =>
  within(folder, (level) => level.put(key, value));

export const headIn = (folder: string): Promise<Head> =>
  within(folder, async (level) => readHead((await level.get(HEAD_KEY)) as Uint8Array, folder));
